// The mail that tells the owner that a key was made, changed or ended on the account page.
export type KeyChange = 'created' | 'changed' | 'revoked'

const said: Record<KeyChange, string> = {
  created: 'was created: whoever holds it may post for you, within the limits that you set',
  changed: 'has other limits now',
  revoked: 'was ended: nothing can be posted with it any more',
}

/** Subject and text. The name of the key is the owner's own. `baseUrl` is where the account page is. */
export function keyMail(change: KeyChange, key: { id: string; name: string }, handle: string, baseUrl: string) {
  return {
    subject: `A key of @${handle} was ${change}`,
    body: `The key ${JSON.stringify(key.name)} (${key.id}) of the account @${handle}
${said[change]}.

Was it not you? End the key on your account page, and write to the operator:

  ${baseUrl}/account
`,
  }
}
