// Gathers the settings that were given: environment variables, the file `.env` of the working folder, and files with secrets.
import { existsSync, readFileSync } from 'node:fs'
import { fileVariableOf, type SettingName, secretNames } from '../config.ts'
import { ConfigError } from '../contract/config-error.ts'

type Environment = Record<string, string | undefined>

export type GivenSettings = {
  /** The variables with their values; that of a file stands under the name of its secret. */
  env: Environment
  /** Where the value of a variable comes from: `default`, `environment`, `.env` or the path of a file. */
  sourceOf(name: SettingName): string
}

/** The option with which a command leaves the file of the working folder alone. */
export const noEnvFile = '--no-env-file'

/**
 * The settings of this process. Reads `envFile`, unless it is null or missing, into the environment of the process, which wins over
 * the file; then the file of each secret that is given as NAME_FILE. Throws ConfigError.
 */
export function givenSettings(envFile: string | null): GivenSettings {
  const outside = new Set(Object.keys(process.env))
  if (envFile !== null && existsSync(envFile)) loadBeside(envFile, outside)
  const env: Environment = { ...process.env }
  const files = new Map<string, string>()
  const faults = secretNames.flatMap(name => readInto(env, files, name) ?? [])
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return {
    env,
    sourceOf(name) {
      if (!env[name]) return 'default'
      return files.get(name) ?? (outside.has(name) ? 'environment' : '.env')
    },
  }
}

/** Loads the file. A secret that the environment gives, in either form, is not given by the file. */
function loadBeside(envFile: string, outside: ReadonlySet<string>): void {
  try {
    process.loadEnvFile(envFile)
  } catch (error) {
    throw new ConfigError(
      `${envFile}: cannot be read (${(error as NodeJS.ErrnoException).code}); start with ${noEnvFile} to do without it`,
    )
  }
  for (const pair of secretNames.map(name => [name, fileVariableOf(name)]))
    if (pair.some(name => outside.has(name) && process.env[name]))
      for (const name of pair) if (!outside.has(name)) delete process.env[name]
}

/** Puts the content of the file of a secret in the place of its value; returns the fault of a file that cannot be used. */
function readInto(env: Environment, files: Map<string, string>, name: SettingName): string | null {
  const variable = fileVariableOf(name)
  const path = env[variable]
  if (!path) return null
  if (env[name]) return `${name} and ${variable}: both are set; set one of them`
  const takes = 'it takes the path of a file that holds the value'
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return `${variable}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}); ${takes}`
  }
  // Editors and `echo` end a file with a line break.
  const value = text.replace(/\r?\n$/, '')
  if (value === '') return `${variable}: ${path} is empty; ${takes}`
  env[name] = value
  files.set(name, path)
  return null
}
