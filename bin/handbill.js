#!/usr/bin/env node
// The command: runs the program where it is installed and Node is new enough, and says in one line what is missing otherwise.
import { existsSync } from 'node:fs'

const needed = 24
const { node } = process.versions
const source = new URL('../src/main.ts', import.meta.url)

// A checkout has its packages beside it, and Node is one of them.
if (existsSync(source) && !existsSync(new URL('../node_modules', import.meta.url))) {
  process.stderr.write('handbill: its packages are not installed; run npm ci first\n')
  process.exitCode = 1
} else if (Number.parseInt(node, 10) < needed) {
  process.stderr.write(
    `handbill: Node.js ${node} is too old; it takes Node.js ${needed} or later (npm start brings its own)\n`,
  )
  process.exitCode = 1
} else {
  // A checkout is run as it is; the package holds what was compiled from it.
  void import(existsSync(source) ? source.href : new URL('../dist/src/main.js', import.meta.url).href)
}
