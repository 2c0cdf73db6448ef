// The template tag of pages, where pages look for it.
export { dataBlock, type Html, html } from '../../../domain/html.ts'
