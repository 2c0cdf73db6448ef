// The icon of the service and of each site, as SVG: for pages, share images and the description of the MCP server.

/** The shapes of the icon, in a square of 16. */
export function iconShapes(colour: string): string {
  return `<path fill="${colour}" d="M3 1h7l3 3v11H3z"/><path fill="#fff" d="M5 5h4v1.5H5zm0 3h6v1H5zm0 2.5h6v1H5z"/>`
}

export function iconIn(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${iconShapes(colour)}</svg>`
}

export const icon = iconIn('#0172ad')
