// Writes the generated files of both clients from the OpenAPI documents of the sites.
// Usage: node clients/generate.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { asyncClient } from './generate/async-client.ts'
import { readModel } from './generate/model.ts'
import { pythonOperations, pythonTypes } from './generate/python.ts'
import { typescriptOperations, typescriptTypes } from './generate/typescript.ts'

/** Where a path from the root of the repository is. */
const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Every generated file: its path from the root of the repository, and its text. */
export function generatedFiles(): Record<string, string> {
  const model = readModel()
  return {
    'clients/typescript/src/types.ts': typescriptTypes(model),
    'clients/typescript/src/operations.ts': typescriptOperations(model),
    'clients/python/src/handbill/types.py': pythonTypes(model),
    'clients/python/src/handbill/operations.py': pythonOperations(model),
    'clients/python/src/handbill/async_client.py': asyncClient(
      readFileSync(at('clients/python/src/handbill/client.py'), 'utf8'),
    ),
  }
}

if (import.meta.main) for (const [path, text] of Object.entries(generatedFiles())) writeFileSync(at(path), text)
