// Builds the code of the package: a few large files in place of thousands, since a start spends most of its time on finding and
// opening modules. Usage: node build.js [folder]
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const root = import.meta.dirname
const target = resolve(process.argv[2] ?? 'dist')

/** What is started or found by its path keeps it: the program, its threads, and what a folder is read for. */
const entries = globSync(
  ['src/main.ts', 'src/**/*-thread.ts', 'src/store/database/migrations/*.ts', 'src/contract/sites/rows/*.ts'],
  { cwd: root },
)

/** Packages that every start loads and that are code alone. The others stay where npm puts them. */
const inside = [
  ...['typebox', 'kysely', 'yaml', 'ajv', 'ajv-formats', 'libphonenumber-js', 'lru-cache', 'hono', 'commander'],
  ...['intl-messageformat', 'iso-3166', 'marked', 'snowball-stemmers', 'fastest-levenshtein', 'ipaddr.js'],
  ...['fastify', '@fastify/cookie', '@fastify/formbody', 'standardwebhooks', 'age-encryption'],
]
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const apart = new RegExp(
  `^(node:|(${Object.keys(dependencies)
    .filter(name => !inside.includes(name))
    .join('|')})(/|$))`,
)

/** Lets a module that asks for its own place, which `import.meta` tells, have that of its source. */
const places = {
  name: 'places',
  transform: {
    filter: { id: /\/(src|demo)\/.*\.ts$/, code: /import\.meta|import\(`/ },
    handler(code, id) {
      const url = `new URL('${relative(root, id).replace(/\.ts$/, '.js')}', packageRoot)`
      return code
        .replace(/import\.meta\.resolve\(([^()]+)\)/g, `resolvedFrom(${url}, $1)`)
        .replaceAll('import.meta.url', `${url}.href`)
        .replaceAll('import.meta.filename', `${url}.pathname`)
        .replaceAll('import.meta.dirname', `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${url}))`)
        .replace(/\bimport\((`[^`]*`)\)/g, `import(new URL($1, ${url}).href)`)
    },
  },
}

const helpers = ({ fileName }) => `
const packageRoot = new URL('${relative(dirname(fileName), '.')}/', import.meta.url)
const resolvedFrom = (url, name) => (name.startsWith('.') ? new URL(name, url).href : import.meta.resolve(name))
`

rmSync(target, { recursive: true, force: true })
const build = await rolldown({
  input: Object.fromEntries(entries.map(path => [path.replace(/\.ts$/, ''), join(root, path)])),
  platform: 'node',
  external: apart,
  plugins: [places],
})
const { output } = await build.write({
  dir: target,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  banner: helpers,
  comments: { legal: true },
})
await build.close()

// Styles, browser scripts and data, which the code reads as files.
for (const folder of ['src', 'demo'])
  cpSync(join(root, folder), join(target, folder), { recursive: true, filter: path => !/\.(ts|sql)$/.test(path) })

const packages = new Set(
  output.flatMap(({ moduleIds = [] }) =>
    moduleIds.flatMap(id => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  ),
)
writeFileSync(join(target, 'third-party-licenses.txt'), [...packages].sort().map(licenseOf).join('\n\n'))

/** The name, the version and the licence of a package whose code is in the build, with its text if the package has one. */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!license) throw new Error(`${name} ${version} names no licence`)
  const [file] = globSync('{LICENSE,LICENCE,license,licence,COPYING}*', { cwd: folder })
  return [`${name} ${version} (${license})`, ...(file ? [readFileSync(join(folder, file), 'utf8').trim()] : [])].join(
    '\n\n',
  )
}
