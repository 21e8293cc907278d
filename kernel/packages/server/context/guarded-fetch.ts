import type { Readable } from 'node:stream'
import { exchange, publicNetwork, type Exchange, type Exchanged, type Network } from './https-exchange.ts'

const TIME_MS = 30_000
const LARGEST = 10 * 1024 * 1024
const REDIRECTS = 5
// Hop-by-hop headers; a different Host header could bypass the grant.
const OURS = ['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade']
const NO_BODY = new Set([101, 204, 205, 304])

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

export interface FetchOptions {
  readonly plugin: string
  /** As the manifest names them; `*.example.com` stands for every name below. */
  readonly hosts: readonly string[]
  /** Aborts everything that is under way when the plugin goes. */
  readonly closing: AbortSignal
  readonly network?: Network
}

const matches = (pattern: string, host: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern

function checkTarget(url: URL, { plugin, hosts }: FetchOptions) {
  if (url.protocol !== 'https:')
    throw new Error(`E_HOST: ${plugin} may call https only, not ${url.protocol}//`)
  if (url.port !== '' && url.port !== '443')
    throw new Error(`E_HOST: ${plugin} may call port 443 only, not ${url.port}`)
  if (hosts.some((each) => matches(each, url.hostname))) return
  const line = `"http.external:${url.hostname}"`
  throw new Error(`E_HOST: ${plugin} calls ${url.hostname}; add ${line} to capabilities in manifest.ts`)
}

async function readLimited(body: Readable, plugin: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    // Without an encoding each chunk is a buffer.
    const bytes = part as Buffer
    size += bytes.byteLength
    if (size > LARGEST) {
      body.destroy()
      throw new Error(`E_FETCH_SIZE: an answer to ${plugin} is larger than ${LARGEST} bytes`)
    }
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

const isRedirect = ({ status, headers }: Exchanged) =>
  [301, 302, 303, 307, 308].includes(status) && headers.has('location')

/** As the standard rewrites a request when it follows: a POST becomes a GET unless the status keeps it. */
function redirected(from: Exchange, { status, headers }: Exchanged): Exchange {
  const url = new URL(headers.get('location') ?? '', from.url)
  const becomesGet =
    (status === 303 && from.method !== 'HEAD') || ([301, 302].includes(status) && from.method === 'POST')
  if (!becomesGet) return { ...from, url }
  const kept = new Headers(from.headers)
  kept.delete('content-type')
  return { ...from, url, method: 'GET', headers: kept, body: null }
}

async function follow(first: Exchange, options: FetchOptions, mode: RequestRedirect) {
  let next = first
  for (let hops = 0; ; hops += 1) {
    const answer = await exchange(next, options.network ?? publicNetwork)
    if (!isRedirect(answer) || mode === 'manual') return answer
    answer.body.destroy()
    if (mode === 'error') throw new TypeError('fetch failed: unexpected redirect')
    if (hops === REDIRECTS) throw new TypeError('fetch failed: too many redirects')
    const target = redirected(next, answer)
    if (target.url.hostname !== first.url.hostname)
      throw new Error(
        `E_HOST: ${first.url.hostname} leads on to ${target.url.hostname}; call that by its name`,
      )
    checkTarget(target.url, options)
    next = target
  }
}

async function exchangeOf(request: Request, signal: AbortSignal, plugin: string): Promise<Exchange> {
  const body = request.body ? new Uint8Array(await request.arrayBuffer()) : null
  if (body && body.byteLength > LARGEST)
    throw new Error(`E_FETCH_SIZE: a body of ${plugin} is larger than ${LARGEST} bytes`)
  const { method, headers } = request
  for (const name of OURS) headers.delete(name)
  return { url: new URL(request.url), method, headers, body, signal }
}

/**
 * `fetch` for the hosts that were granted and no others: https on its own port, public addresses, no way on to another
 * host, bounded in time and size. Answers come unencoded and whole.
 */
export const createGuardedFetch =
  (options: FetchOptions): Fetch =>
  async (url, init = {}) => {
    const target = new URL(url)
    checkTarget(target, options)
    if (target.username || target.password)
      throw new TypeError('fetch failed: the address carries a password')
    const request = new Request(target, init)
    const signal = AbortSignal.any([options.closing, AbortSignal.timeout(TIME_MS), request.signal])
    const first = await exchangeOf(request, signal, options.plugin)
    const answer = await follow(first, options, request.redirect)
    const bytes = await readLimited(answer.body, options.plugin)
    const { status, statusText, headers } = answer
    return new Response(NO_BODY.has(status) ? null : new Uint8Array(bytes), { status, statusText, headers })
  }
