// The second half of `npm run build`: puts what the compiler leaves out (styles, browser scripts, data) beside the compiled code.
// Usage: node build.js [folder]
import { cpSync } from 'node:fs'

const target = process.argv[2] ?? 'dist'

for (const folder of ['src', 'demo'])
  cpSync(folder, `${target}/${folder}`, { recursive: true, filter: path => !path.endsWith('.ts') })
