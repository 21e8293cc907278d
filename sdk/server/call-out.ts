import { lookup, type LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { activeTracer, runInSpan } from './spans.ts'

const MOST_HOPS = 3
// As an import it would load all of `fetch`, which is what this does without: 14 MB that an idle server keeps.
const http = process.getBuiltinModule('node:http')

/** A call to somebody else's server. `url` is https, or http on this machine. @example const call: OutgoingCall = { url: 'https://api.example.com/v1', method: 'GET', headers: {}, timeoutMs: 5_000, largest: 65_536 } */
export interface OutgoingCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly timeoutMs: number
  /** Bytes that an answer may have. */
  readonly largest: number
  /**
   * For addresses that people enter: an address that is not on the public internet is refused with a `PrivateAddressError`,
   * also behind a name. Hosts of `except` (`name` or `name:port`) are let through, without TLS as well. With `anyHost` a GET
   * that was moved is followed to other hosts too: for content that is checked by its hash, and without secrets in `headers`.
   */
  readonly publicOnly?: { readonly except: readonly string[]; readonly anyHost?: true }
}

/** Thrown by {@link callOut} for an address that is not on the public internet. @example const isRefused = (error: unknown) => error instanceof PrivateAddressError */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

/** The answer of the other server. @example const isFound = ({ status }: OutgoingReply) => status === 200 */
export interface OutgoingReply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  /** The same as it came, e.g. a picture. */
  readonly bytes: Buffer
}

const isLoopback = ({ hostname }: URL) => hostname === '127.0.0.1' || hostname === '[::1]'

const isExcepted = ({ host, hostname }: URL, { publicOnly }: OutgoingCall) =>
  publicOnly?.except.some((each) => each === host || each === hostname) === true

/** Every address of a name is checked, and the connection goes to exactly these: a second question could get another answer. */
const publicLookup: NonNullable<RequestOptions['lookup']> = (host, { all }, done) => {
  lookup(host, { all: true }, (error, addresses: readonly LookupAddress[]) => {
    if (error) return done(error, [])
    const [first] = addresses
    const wrong = addresses.find(({ address }) => !isPublicAddress(address))
    if (wrong)
      return done(new PrivateAddressError(`${host} leads to ${wrong.address}, which is not public`), [])
    if (all || !first) done(null, [...addresses])
    else done(null, first.address, first.family)
  })
}

/** Options of the request that keep a call to an address that somebody entered on the public internet. */
function reachOf(url: URL, outgoing: OutgoingCall): Pick<RequestOptions, 'lookup'> {
  if (!outgoing.publicOnly || isExcepted(url, outgoing)) return {}
  const bare = url.hostname.replace(/^\[|\]$/g, '')
  // An address is connected to without asking for it.
  if (isIP(bare) !== 0 && !isPublicAddress(bare)) throw new PrivateAddressError(`${bare} is not public`)
  return { lookup: publicLookup }
}

/** Without TLS only on this very machine, or where the operator said so. */
function requestOf(url: URL, outgoing: OutgoingCall) {
  if (url.protocol === 'https:') return https.request
  const mayBePlain = outgoing.publicOnly ? isExcepted(url, outgoing) : isLoopback(url)
  if (url.protocol === 'http:' && mayBePlain) return http.request
  throw new Error(`${url.origin} is called over https only`)
}

async function readBytes(response: IncomingMessage, largest: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  // Without an encoding each part is a buffer.
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > largest) throw new Error(`the answer is larger than ${largest} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function exchange(url: URL, outgoing: OutgoingCall, signal: AbortSignal): Promise<OutgoingReply> {
  const { method, headers, body, largest } = outgoing
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const reach = reachOf(url, outgoing)
    const request = requestOf(url, outgoing)(url, { method, headers, signal, agent: false, ...reach })
    request.once('response', resolve)
    // Stays for what fails after the answer has begun, which the answer tells too.
    request.on('error', reject)
    request.end(body)
  })
  const bytes = await readBytes(response, largest)
  return { status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString('utf8'), bytes }
}

/**
 * Makes one call, bounded in time (milliseconds) and size (bytes). A GET that was moved is followed up to three times, on
 * its own host unless `publicOnly.anyHost` is set; all else is handed back as it came. Throws when the server cannot be reached, answers too late or too
 * much, or is called without TLS and is not on this machine.
 *
 * @example const { status, text } = await callOut({ url: 'https://api.example.com/v1', method: 'GET', headers: {}, timeoutMs: 5_000, largest: 65_536 })
 */
export async function callOut(outgoing: OutgoingCall): Promise<OutgoingReply> {
  const { method, url } = outgoing
  const span = activeTracer()?.beginChild({
    name: method,
    kind: 'client',
    attributes: { 'http.request.method': method, 'server.address': new URL(url).hostname },
  })
  if (!span) return follow(outgoing)
  return runInSpan(span, async () => {
    const reply = await follow(outgoing)
    span.set({ 'http.response.status_code': reply.status })
    if (reply.status >= 400) span.fail(String(reply.status))
    return reply
  })
}

async function follow(outgoing: OutgoingCall): Promise<OutgoingReply> {
  const signal = AbortSignal.timeout(outgoing.timeoutMs)
  let url = new URL(outgoing.url)
  for (let hops = 0; ; hops += 1) {
    const reply = await exchange(url, outgoing, signal)
    const { location } = reply.headers
    const isMoved = [301, 302, 307, 308].includes(reply.status) && location !== undefined
    if (!isMoved || outgoing.method !== 'GET' || hops === MOST_HOPS) return reply
    const next = new URL(location, url)
    if (next.origin !== url.origin && !outgoing.publicOnly?.anyHost) return reply
    url = next
  }
}
