import { lookup, type LookupAddress } from 'node:dns'
import { request as requestHttps, type RequestOptions } from 'node:https'
import { Readable } from 'node:stream'
import { isPublicAddress } from '../../../../sdk/server/public-address.ts'

/** The edges that tests replace: name service, certificates, and which addresses may be reached. */
export interface Network {
  resolve(host: string): Promise<readonly LookupAddress[]>
  isAllowed(address: string): boolean
  readonly ca?: string
  readonly port?: number
}

export const publicNetwork: Network = {
  resolve: (host) =>
    new Promise((resolve, reject) => {
      lookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
    }),
  isAllowed: isPublicAddress,
}

export interface Exchange {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: Uint8Array | null
  readonly signal: AbortSignal
}

export interface Exchanged {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly body: Readable
}

/** Every address of a name is looked at, and the connection goes to exactly these: asking twice could be answered twice. */
const guardedLookup =
  (network: Network): NonNullable<RequestOptions['lookup']> =>
  (host, { all }, done) => {
    network.resolve(host).then(
      (addresses) => {
        const bad = addresses.find(({ address }) => !network.isAllowed(address))
        if (addresses.length === 0) return done(new Error(`E_HOST: ${host} has no address`), [])
        if (bad) return done(new Error(`E_HOST: ${host} leads to ${bad.address}, which is not public`), [])
        const [first] = addresses
        if (all || !first) done(null, [...addresses])
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, []),
    )
  }

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '')
  return headers
}

/** As the standard's `fetch` fails: a TypeError for the network, and an abort or a refusal of ours as it is. */
const asFetchFails = (error: Error): Error =>
  error.name === 'AbortError' || error.name === 'TimeoutError' || error.message.startsWith('E_')
    ? error
    : new TypeError('fetch failed', { cause: error })

/** One request and its answer, without following anything. */
export function exchange(
  { url, method, headers, body, signal }: Exchange,
  network: Network,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const outgoing = requestHttps(url, {
      method,
      headers: { ...Object.fromEntries(headers), 'accept-encoding': 'identity' },
      lookup: guardedLookup(network),
      agent: false,
      signal,
      ...(network.ca === undefined ? {} : { ca: network.ca }),
      ...(network.port === undefined ? {} : { port: network.port }),
    })
    outgoing.on('error', (error) => reject(asFetchFails(error)))
    outgoing.on('response', (response) => {
      const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = response
      resolve({ status, statusText, headers: headersOf(rawHeaders), body: response })
    })
    outgoing.end(body ?? undefined)
  })
}
