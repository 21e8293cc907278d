import { callOut, type OutgoingReply } from '@spawnpoint/sdk/server'
import { z } from 'zod'

// OAuth2 code grant: https://discord.com/developers/docs/topics/oauth2
const timeoutMs = 10_000
const largest = 1_000_000
const scope = 'identify guilds'

const token = z.object({ access_token: z.string(), scope: z.string() })
const account = z.object({ id: z.string().regex(/^\d{1,20}$/) })
const guilds = z.array(z.object({ id: z.string() }))

export interface DiscordApp {
  readonly url: string
  readonly clientId: string
  readonly secret: string
  /** The page that Discord sends the browser back to; it has to be registered with the application. */
  readonly returnTo: string
}

/** Discord refused the code, or what came back is not what its documentation says. */
export class DiscordRefused extends Error {}

/** Discord cannot be reached, or is in trouble. */
export class DiscordUnreachable extends Error {}

export const consentUrl = ({ url, clientId, returnTo }: DiscordApp, state: string): string => {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    scope,
    state,
    redirect_uri: returnTo,
    prompt: 'none',
  })
  return `${url}/oauth2/authorize?${query}`
}

async function ask(
  url: string,
  call: { headers: Record<string, string>; body?: string },
): Promise<OutgoingReply> {
  const method = call.body === undefined ? 'GET' : 'POST'
  const reply = await callOut({ url, method, timeoutMs, largest, ...call }).catch((error: unknown) => {
    throw new DiscordUnreachable('Discord did not answer', { cause: error })
  })
  if (reply.status === 429 || reply.status >= 500)
    throw new DiscordUnreachable(`Discord answered ${reply.status}`)
  return reply
}

function read<T>(schema: z.ZodType<T>, { status, text }: OutgoingReply): T {
  if (status !== 200) throw new DiscordRefused(`Discord answered ${status}`)
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new DiscordRefused('Discord answered something else', { cause: error })
  }
}

/** Exchanges the code, reads who it is and which servers they are in, and gives the token back. Nothing of it is kept. */
export async function readMemberships(
  app: DiscordApp,
  code: string,
): Promise<{ readonly id: string; readonly servers: ReadonlySet<string> }> {
  const basic = Buffer.from(`${app.clientId}:${app.secret}`).toString('base64')
  const form = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' }
  const grant = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: app.returnTo })
  const given = read(
    token,
    await ask(`${app.url}/api/v10/oauth2/token`, { headers: form, body: grant.toString() }),
  )
  // A person may untick nothing at Discord, but a changed address may ask for less.
  if (!given.scope.split(' ').includes('guilds'))
    throw new DiscordRefused('The list of servers was not shared')
  const headers = { authorization: `Bearer ${given.access_token}` }
  try {
    const { id } = read(account, await ask(`${app.url}/api/v10/users/@me`, { headers }))
    const joined = read(guilds, await ask(`${app.url}/api/v10/users/@me/guilds?limit=200`, { headers }))
    return { id, servers: new Set(joined.map((each) => each.id)) }
  } finally {
    const revoked = new URLSearchParams({ token: given.access_token, token_type_hint: 'access_token' })
    // It expires by itself; what was read stays true when this fails.
    await ask(`${app.url}/api/v10/oauth2/token/revoke`, { headers: form, body: revoked.toString() }).catch(
      () => null,
    )
  }
}
