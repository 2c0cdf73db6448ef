// How a receiver of webhooks checks a delivery without a library; docs/webhooks.md has the same programs.
import { limits } from '../../../../contract/limits.ts'

const skewSeconds = limits.webhookSkewMs / 1000

export const verifyInNode = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** The event in a delivery. \`body\` is the raw body as text, before any JSON parser. */
export function verify(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= ${skewSeconds})) throw new Error('too old, or from the future')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const right = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  const signed = signatures.split(' ').some(text => {
    const [version, signature = ''] = text.split(',')
    const given = Buffer.from(signature, 'base64')
    return version === 'v1' && given.length === right.length && timingSafeEqual(given, right)
  })
  if (!signed) throw new Error('the signature is wrong')
  return JSON.parse(body)
}
`

export const verifyInPython = `import base64, hashlib, hmac, json, time

def verify(secret, headers, body):
    """The event in a delivery. headers with lower-case names, body as bytes."""
    msg, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > ${skewSeconds}:
        raise ValueError("too old, or from the future")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    right = hmac.new(key, f"{msg}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    for text in headers["webhook-signature"].split(" "):
        version, _, signature = text.partition(",")
        if version == "v1" and hmac.compare_digest(signature, base64.b64encode(right).decode()):
            return json.loads(body)
    raise ValueError("the signature is wrong")
`
