// Re-exports the template tag for pages.
export { dataBlock, type Html, html } from '../../../domain/text/html.ts'
