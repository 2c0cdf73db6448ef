// The icon of every site, as SVG: on its pages and in what its MCP server says of itself.

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0172ad" d="M3 1h7l3 3v11H3z"/><path fill="#fff" d="M5 5h4v1.5H5zm0 3h6v1H5zm0 2.5h6v1H5z"/></svg>`
