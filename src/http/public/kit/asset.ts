// Files that browsers get, under paths that change with their content: stylesheets and scripts that lie beside the code.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A file whose path has its hash, so that browsers cache it for good. */
export type Asset = { path: string; contentType: string; body: string }

const contentTypes = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Puts the hash of the content into the path of a file. */
export function asset(extension: keyof typeof contentTypes, body: string): Asset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { path: `/assets/handbill-${hash}.${extension}`, contentType: contentTypes[extension], body }
}

/** A stylesheet or a script that lies beside the code, as `new URL('./name.css', import.meta.url)` names it. */
export function assetFile(file: URL): Asset {
  return asset(file.pathname.endsWith('.css') ? 'css' : 'js', readFileSync(file, 'utf8'))
}
