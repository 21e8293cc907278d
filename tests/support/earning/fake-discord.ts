import { randomUUID } from 'node:crypto'
import { startFakeService } from '../server/start-fake-service.ts'

const clientId = '123456789012345678'
const secret = 'a-secret'

/** Gives the account and servers of each consent, as Discord does. */
export async function startFakeDiscord(returnTo: string) {
  const consents = new Map<string, { id: string; servers: readonly string[] }>()
  let accounts = 300_000_000_000_000_000n
  const service = await startFakeService()
  service.answer(({ method, path, headers, body }, response) => {
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const form = new URLSearchParams(body)
    const consent = consents.get(form.get('code') ?? (headers.authorization ?? '').replace('Bearer ', ''))
    if (method === 'POST' && path === '/api/v10/oauth2/token')
      return consent && form.get('redirect_uri') === returnTo
        ? json(200, { access_token: form.get('code'), scope: 'identify guilds' })
        : json(400, { error: 'invalid_grant' })
    if (method === 'POST') return json(200, {})
    if (!consent) return json(401, { message: '401: Unauthorized' })
    if (path === '/api/v10/users/@me') return json(200, { id: consent.id, username: 'ada' })
    return json(
      200,
      consent.servers.map((id) => ({ id, name: 'A server' })),
    )
  })
  return {
    settings: { discord_client_id: clientId, discord_client_secret: secret, discord_url: service.url },
    account: () => String((accounts += 1n)),
    /** The code with which the browser comes back. */
    consent(id: string, servers: readonly string[]): string {
      const code = randomUUID()
      consents.set(code, { id, servers })
      return code
    },
    close: service.close,
  }
}
