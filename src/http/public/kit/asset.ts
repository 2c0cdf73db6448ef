// Files that browsers get, under paths that change with their content: fonts, stylesheets and scripts that lie beside the code.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A file whose path has its hash, so that browsers cache it for good. */
export type Asset<Body extends string | Buffer = string | Buffer> = {
  path: string
  contentType: string
  body: Body
  /** The Content-Security-Policy of the file itself, if it needs one. */
  policy?: string
}

const contentTypes = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}

/** Puts the hash of the content into the path of a file. */
export function asset<Body extends string | Buffer>(extension: keyof typeof contentTypes, body: Body): Asset<Body> {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { path: `/assets/handbill-${hash}.${extension}`, contentType: contentTypes[extension], body }
}

/** A stylesheet or a script that lies beside the code, as `new URL('./name.css', import.meta.url)` names it. */
export function assetFile(file: URL): Asset<string> {
  return asset(file.pathname.endsWith('.css') ? 'css' : 'js', readFileSync(file, 'utf8'))
}
