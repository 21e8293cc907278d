import { paypalSettings } from '@spawnpoint/contracts/pay-paypal'
import type { ClockService, SettingsService } from '@spawnpoint/sdk/server'
import { z } from 'zod'

const TIMEOUT_MS = 15_000
/** A token is renewed a little before it ends. */
const EARLY_MS = 60_000

export interface PayPalUses {
  readonly clock: ClockService
  readonly settings: Pick<SettingsService, 'read'>
}

export interface PayPalCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** A text is sent as it is. */
  readonly body?: unknown
  /** The same key is one call, however often it is made. */
  readonly key?: string
}

export interface PayPalReply {
  readonly status: number
  readonly body: unknown
}

const granted = z.object({ access_token: z.string(), expires_in: z.number() })

const hostOf = (isSandbox: boolean) =>
  isSandbox ? 'https://api-m.sandbox.paypal.com' : 'https://api-m.paypal.com'

/** Calls of PayPal's REST API. Anything but a readable answer below 500 throws. */
export function createPayPalClient({ clock, settings }: PayPalUses) {
  let held: { readonly owner: string; readonly token: string; readonly until: number } | null = null

  async function exchange(url: string, init: RequestInit): Promise<PayPalReply> {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    if (response.status >= 500 || response.status === 429)
      throw new Error(`E_PAYPAL: answered ${response.status} to ${new URL(url).pathname}`)
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
  }

  async function readToken(fresh: boolean): Promise<string> {
    const set = settings.read(paypalSettings)
    const owner = `${set.paypal_is_sandbox}:${set.paypal_client_id}:${set.paypal_client_secret}`
    const now = clock.now().getTime()
    if (!fresh && held?.owner === owner && held.until > now) return held.token
    const basic = Buffer.from(`${set.paypal_client_id}:${set.paypal_client_secret}`).toString('base64')
    const { status, body } = await exchange(`${hostOf(set.paypal_is_sandbox)}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    })
    if (status !== 200) throw new Error('E_PAYPAL: client id and secret are not accepted')
    const { access_token: token, expires_in } = granted.parse(body)
    held = { owner, token, until: now + expires_in * 1000 - EARLY_MS }
    return token
  }

  return async function call({ method, path, body, key }: PayPalCall): Promise<PayPalReply> {
    const host = hostOf(settings.read(paypalSettings).paypal_is_sandbox)
    const send = async (fresh: boolean) =>
      exchange(`${host}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await readToken(fresh)}`,
          'content-type': 'application/json',
          prefer: 'return=representation',
          ...(key !== undefined && { 'paypal-request-id': key }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    const reply = await send(false)
    return reply.status === 401 ? send(true) : reply
  }
}

export type CallPayPal = ReturnType<typeof createPayPalClient>
