// Finds variables of the environment that were probably meant for the service and have no effect.
import { fileVariableOf, type SettingName, secretNames, variables } from '../config.ts'
import { distance } from '../domain/text/nearest.ts'

/** Variables that are not known and look like a known one that is not set, each with the one that is meant. */
export function unknownVariables(env: Record<string, string | undefined>): { got: string; meant: string }[] {
  const known = [...Object.keys(variables), ...secretNames.map(fileVariableOf)]
  return Object.keys(env).flatMap(got => {
    // Only secrets are read from files.
    const bare = got.replace(/_FILE$/, '')
    if (bare !== got && bare in variables && !secretNames.includes(bare as SettingName)) return [{ got, meant: bare }]
    if (known.includes(got) || !/^[A-Z][A-Z_]{3,40}$/.test(got)) return []
    const meant = known.find(name => !env[name] && distance(got, name) <= (name.length < 8 ? 1 : 2))
    return meant === undefined ? [] : [{ got, meant }]
  })
}
