import type { z } from 'zod'
import { isPanelError, PanelError } from '../contract/panel-error.ts'
import { createCallBudget } from './call-budget.ts'
import type { CallCounts } from './call-counts.ts'
import { createKeyCircuit } from './key-circuit.ts'
import type { PanelClock } from './panel-clock.ts'
import { createPanelExchange, type PanelProtocol, type PanelReply } from './panel-exchange.ts'
import { readRefusal, type PanelResponse } from './read-refusal.ts'
import type { PanelArea, SharedTurns } from './shared-turns.ts'

const maxQueueMs = 10_000

export type PanelRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string>
  body?: unknown
  /** Goes out although the key has been refused, to see whether it still is. */
  probe?: boolean
  /** The panel counts this call for each server apart: one that it refuses says nothing of the others. */
  ownLimit?: boolean
}

export type TransportOptions = {
  baseUrl: string
  area: PanelArea
  apiKey: string
  clock: PanelClock
  budgetPerMinute: number
  shared: SharedTurns | undefined
  timeoutMs: number
  counts?: CallCounts | undefined
  onKeyRefused: (refused: boolean) => void
}

const readAddress = (
  baseUrl: string,
  area: TransportOptions['area'],
): { protocol: PanelProtocol; api: string } => {
  const url = new URL(baseUrl)
  const { protocol } = url
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new TypeError('the panel address must start with http:// or https://')
  if (url.username || url.password)
    throw new TypeError('the panel address must not contain a user name or password')
  return { protocol, api: `${url.origin}${url.pathname.replace(/\/+$/, '')}/api/${area}` }
}

const requireKey = (apiKey: string) => {
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('the panel key is empty or holds characters that no key has')
}

const readReply = (reply: PanelReply, apiKey: string): PanelResponse => {
  const { status, contentType, retryAfter } = reply
  const text = reply.text.replaceAll(apiKey, '(key)')
  const isHtml = contentType.includes('text/html') || text.trimStart().startsWith('<')
  return { status, isHtml: isHtml && text !== '', retryAfter, text }
}

const readAnswer = <Shape extends z.ZodType>(
  shape: Shape,
  text: string,
  isWrite: boolean,
): z.output<Shape> => {
  // The write was accepted, only its answer is lost: that is not the same as "did not happen".
  const lost = (detail: string) => new PanelError(isWrite ? 'unknown-outcome' : 'unavailable', { detail })
  if (text === '') throw lost('The game panel sent an empty answer.')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw lost('The game panel sent an answer that is no JSON.')
  }
  const parsed = shape.safeParse(json)
  if (!parsed.success) throw lost('The game panel sent an answer of an unknown shape.')
  return parsed.data
}

const expectNothing = ({ status }: PanelResponse): void => {
  if (status !== 204)
    throw new PanelError('unknown-outcome', { detail: 'The game panel sent an answer of an unknown shape.' })
}

export const createPanelTransport = (options: TransportOptions) => {
  const { apiKey, clock, timeoutMs } = options
  requireKey(apiKey)
  const { protocol, api } = readAddress(options.baseUrl, options.area)
  const send = createPanelExchange(protocol)
  const budget = createCallBudget({
    perMinute: options.budgetPerMinute,
    clock,
    maxWaitMs: maxQueueMs,
    shared: options.shared,
  })
  const circuit = createKeyCircuit(clock, options.onKeyRefused)

  const exchange = async ({ method, path, query, body }: PanelRequest) => {
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const headers = {
      Accept: 'application/json',
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/json',
      'User-Agent': 'Spawnpoint',
    }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = await send({ url: `${api}${path}${search}`, method, headers, timeoutMs, ...content })
    return readReply(reply, apiKey)
  }

  const noteRefusal = async (error: PanelError, { ownLimit = false }: PanelRequest) => {
    if (error.reason === 'rate-limited' && !ownLimit) await budget.pause(error.retryAfterMs ?? 0)
    if (error.reason === 'unauthorized') circuit.refused()
    if (['not-found', 'invalid', 'conflict'].includes(error.reason)) circuit.accepted()
    return error
  }

  const sendOnce = async (request: PanelRequest) => {
    if (!request.probe) circuit.check()
    await budget.take()
    const response = await exchange(request)
    const fine = response.status >= 200 && response.status < 300 && !response.isHtml
    if (!fine) throw await noteRefusal(readRefusal(response, request.method !== 'GET', Date.now()), request)
    circuit.accepted()
    return response
  }
  const { area, counts } = options
  const call = (request: PanelRequest) =>
    counts ? counts.watch(area, clock.now, () => sendOnce(request)) : sendOnce(request)

  return {
    now: clock.now,
    /** Sends and reads the answer. */
    ask: async <Shape extends z.ZodType>(request: PanelRequest, shape: Shape) =>
      readAnswer(shape, (await call(request)).text, request.method !== 'GET'),
    /** Sends where the answer has no content: the panel says 204, and whatever says something else is not the panel. */
    tell: async (request: PanelRequest): Promise<void> => expectNothing(await call(request)),
  }
}

export type PanelTransport = ReturnType<typeof createPanelTransport>

/** Turns the panel's "not there" into null. */
export const orNull = async <Value>(call: Promise<Value>): Promise<Value | null> => {
  try {
    return await call
  } catch (error) {
    if (isPanelError(error, 'not-found')) return null
    throw error
  }
}
