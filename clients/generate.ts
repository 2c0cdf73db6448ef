// Writes the generated files of both clients from the OpenAPI documents of the sites.
// Usage: node clients/generate.ts
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readModel } from './generate/model.ts'
import { pythonOperations, pythonTypes } from './generate/python.ts'
import { typescriptOperations, typescriptTypes } from './generate/typescript.ts'

/** Every generated file: its path from the root of the repository, and its text. */
export function generatedFiles(): Record<string, string> {
  const model = readModel()
  return {
    'clients/typescript/src/types.ts': typescriptTypes(model),
    'clients/typescript/src/operations.ts': typescriptOperations(model),
    'clients/python/src/handbill/types.py': pythonTypes(model),
    'clients/python/src/handbill/operations.py': pythonOperations(model),
  }
}

if (import.meta.main)
  for (const [path, text] of Object.entries(generatedFiles()))
    writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), text)
