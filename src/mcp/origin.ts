// Which web pages may call: a page of another origin could otherwise reach a service on the same machine by rebinding a name.

/** Whether a request with this Origin header is taken: none at all, a site of the platform, or on a loopback address a page from there. */
export function originAllowed(origin: string | undefined, baseUrls: readonly string[]): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { origin: given, hostname } = new URL(origin)
  return baseUrls.some(
    baseUrl => new URL(baseUrl).origin === given || (isLoopback(hostname) && isLoopback(new URL(baseUrl).hostname)),
  )
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
}
