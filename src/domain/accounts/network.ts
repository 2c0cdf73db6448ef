// The network of a caller, as the log of an account keeps it: enough to recognise a place, too little to name a household.

/** "203.0.113.0/24" for an IPv4 address; "2001:db8:1::/48" for an IPv6 address or network, as `callerAddress` writes it. */
export function networkOf(address: string): string {
  if (/^\d+(?:\.\d+){3}$/.test(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const [head = ''] = address.split('/')
  if (!head.includes(':')) return 'unknown'
  // The groups before "::" are the first ones; what it stands for is nought.
  const [before = ''] = head.split('::')
  const groups = [...before.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3)
  const shown = groups.join(':').replace(/(?::0)+$/, '')
  return `${shown}::/48`
}
