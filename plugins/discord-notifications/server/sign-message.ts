import { createHmac } from 'node:crypto'

/**
 * Headers by which a relay that an operator puts in front of Discord can tell our messages from others.
 * Standard Webhooks 1.0.0, section "Signature scheme": HMAC-SHA-256 over `id.timestamp.body`, base64, marked `v1`.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signMessage(
  secret: string,
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(at.getTime() / 1_000)
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
}
