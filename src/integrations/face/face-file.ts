// Reads face.yaml of the content folder: names and colours of sites, and the logo. Every colour has to be legible where it is used.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { ConfigError } from '../../contract/config-error.ts'
import { type Face, faceFile, grounds, mostOfName, type SiteFace, usualFace } from '../../contract/face.ts'
import { siteIds } from '../../contract/sites/site-ids.ts'
import { contrast, type Ground, leastContrast, lightnessOf, nearestEnough, worstGround } from '../../domain/contrast.ts'
import { isObject } from '../../domain/is-object.ts'
import { readLogo } from './logo-file.ts'

type Refuse = (at: string, why: string) => void

/** The face in the content folder; the usual one without a file. Throws ConfigError with a line for each fault. */
export function loadFace(contentDir: string): Face {
  const file = join(contentDir, faceFile)
  if (!existsSync(file)) return usualFace
  const faults: string[] = []
  const face = faceIn(readYaml(file), contentDir, (at, why) => faults.push(`CONTENT_DIR: ${file}: ${at}: ${why}`))
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return face
}

function readYaml(file: string): unknown {
  const refuse = (why: string): never => {
    throw new ConfigError(`CONTENT_DIR: ${file} ${why}`)
  }
  try {
    const document = parseDocument(readFileSync(file, 'utf8'))
    const [error] = document.errors
    return error ? refuse(`is no YAML: ${error.message.split('\n')[0]}`) : document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    if (error instanceof ConfigError) throw error
    return refuse(`cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`)
  }
}

function faceIn(content: unknown, contentDir: string, refuse: Refuse): Face {
  const { logo, sites } = membersOf(content, ['logo', 'sites'], '', refuse)
  const read = logo === undefined ? null : readLogoAt(logo, contentDir)
  if (typeof read === 'string') refuse('logo', read)
  const given = sites === undefined ? {} : membersOf(sites, siteIds, 'sites.', refuse)
  const each = siteIds.flatMap(id => (given[id] === undefined ? [] : [[id, siteFaceIn(given[id], id, refuse)]]))
  return { sites: Object.fromEntries(each) as Face['sites'], logo: typeof read === 'string' ? null : read }
}

function readLogoAt(logo: unknown, contentDir: string): ReturnType<typeof readLogo> {
  if (typeof logo !== 'string' || !/^[\w.-]+$/.test(logo))
    return `got ${JSON.stringify(logo)}; it takes the name of a file in ${contentDir}, such as logo.svg`
  return readLogo(join(contentDir, logo))
}

function siteFaceIn(content: unknown, id: (typeof siteIds)[number], refuse: Refuse): SiteFace {
  const at = `sites.${id}.`
  const { name, accent, spot } = membersOf(content, ['name', 'accent', 'spot'], at, refuse)
  const { light, dark } = accent === undefined ? {} : membersOf(accent, ['light', 'dark'], `${at}accent.`, refuse)
  if (name !== undefined && !isName(name))
    refuse(`${at}name`, `got ${JSON.stringify(name)}; it takes a text of 1 to ${mostOfName} characters on one line`)
  const colours = { [`${at}accent.light`]: light, [`${at}accent.dark`]: dark, [`${at}spot`]: spot }
  for (const [path, colour] of Object.entries(colours))
    if (colour !== undefined && !isColour(colour))
      refuse(path, `got ${JSON.stringify(colour)}; it takes a colour in quotes, such as "#0b62a8"`)
  if (isColour(light)) checkContrast(light, 'light', `${at}accent.light`, refuse)
  if (isColour(dark)) checkContrast(dark, 'dark', `${at}accent.dark`, refuse)
  const face = { name, light, dark, spot }
  return Object.fromEntries(Object.entries(face).filter(([, value]) => value !== undefined)) as SiteFace
}

const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

const isName = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(value) &&
  value.trim() === value &&
  value.length <= mostOfName

/** What the accents stand on. On the paper of a poster, whatever its spot, an accent that passes on these has more than 3:1. */
export function groundsIn(scheme: keyof typeof grounds): Ground[] {
  const { page, soft, inverse } = grounds[scheme]
  return [
    { on: 'the page', colour: page },
    { on: 'a notice', colour: soft },
    { on: 'the text of a button', colour: inverse },
  ]
}

function checkContrast(colour: string, scheme: keyof typeof grounds, at: string, refuse: Refuse): void {
  const under = groundsIn(scheme)
  const worst = worstGround(colour, under)
  if (!worst) return
  const ratio = Math.floor(contrast(colour, worst.colour) * 100) / 100
  const near = nearestEnough(colour, under)
  const percent = (lightness: number) => `${Math.round(lightness * 10) / 10} %`
  const instead = near
    ? `; the nearest lightness that passes is ${percent(near.lightness)} instead of ${percent(lightnessOf(colour))}: "${near.colour}"`
    : ''
  refuse(
    at,
    `${colour} on ${worst.on} ${worst.colour} has a contrast of ${ratio}:1, and text takes ${leastContrast}:1${instead}`,
  )
}

/** The members of an object; what is unknown is refused with the names that are known. */
function membersOf(value: unknown, known: readonly string[], at: string, refuse: Refuse): Record<string, unknown> {
  if (!isObject(value)) {
    refuse(at.replace(/\.$/, '') || 'the file', `it takes the members ${known.join(', ')}`)
    return {}
  }
  for (const name of Object.keys(value))
    if (!known.includes(name)) refuse(`${at}${name}`, `is unknown; known are ${known.join(', ')}`)
  return value as Record<string, unknown>
}
