// The form of the secret of a platform (contract.md §2).

const bytes = 32

/** What a secret takes, in words. */
export const secretKeyTakes = `${bytes} bytes in base64 (openssl rand -base64 ${bytes})`

/** The secret in a text, or words that say how long the text is instead; the words never quote the text. */
export function readSecretKey(text: string): Buffer | string {
  if (text === '') return 'nothing'
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return `${text.length} characters that are not base64`
  const key = Buffer.from(text, 'base64')
  return key.length === bytes ? key : `${key.length} bytes`
}
