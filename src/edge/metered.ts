// Tells which requests the platform rate limit counts.

/** Whether the platform rate limit counts requests at a path. */
export function isMetered(path: string): boolean {
  return path.startsWith('/v1/') || path === '/mcp' || path.startsWith('/mcp/')
}
