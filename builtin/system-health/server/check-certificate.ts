import type { HealthReport } from '@spawnpoint/sdk/server'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { healthy, trouble } from './report.ts'

const DAY_MS = 86_400_000
const WARN_DAYS = 14
const URGENT_DAYS = 3
const WAIT_MS = 4_000

export interface Certificate {
  readonly validTo: Date
  /** Why a browser would refuse it; null when it is trusted. */
  readonly problem: string | null
}

/** Reads the certificate that visitors of the public address get. Throws when no connection comes about. */
export async function readCertificate(address: URL, certificates?: readonly string[]): Promise<Certificate> {
  const socket = connect({
    host: address.hostname,
    port: Number(address.port || 443),
    servername: address.hostname,
    // A bad certificate is what we are here to see.
    rejectUnauthorized: false,
    ...(certificates ? { ca: [...certificates] } : {}),
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(WAIT_MS) })
    const { valid_to: validTo } = socket.getPeerCertificate()
    return {
      validTo: new Date(validTo),
      problem: socket.authorized ? null : String(socket.authorizationError),
    }
  } finally {
    socket.destroy()
  }
}

/** Says how long the certificate of the public address is good for. */
export function judgeCertificate({ validTo, problem }: Certificate, now: Date): HealthReport {
  const date = validTo.toISOString().slice(0, 10)
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS)
  const todo =
    'Renew the certificate at the proxy in front of Spawnpoint, and check that it renews by itself.'
  if (days < 0)
    return trouble('unhealthy', 'expired', { date }, { detail: `The certificate expired on ${date}.`, todo })
  if (problem !== null)
    return trouble(
      'unhealthy',
      'refused',
      { problem },
      {
        detail: `Browsers refuse the certificate: ${problem}.`,
        todo: 'Install a certificate for this address with its whole chain.',
      },
    )
  if (days < WARN_DAYS)
    return trouble(
      days < URGENT_DAYS ? 'unhealthy' : 'warning',
      'expires',
      { date, days },
      { detail: `The certificate expires on ${date}, in ${days} days.`, todo },
    )
  return healthy('well', { date }, `Valid until ${date}.`)
}

const isLocal = ({ hostname }: URL) =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'

/** The line of the public address; `read` is asked for an https address only. */
export async function checkCertificate(
  origin: string,
  now: Date,
  read: (address: URL) => Promise<Certificate> = readCertificate,
): Promise<HealthReport> {
  const address = new URL(origin)
  const values = { address: address.origin }
  if (address.protocol !== 'https:')
    return isLocal(address)
      ? healthy('local', values, `${address.origin} is open to this machine only.`)
      : trouble('warning', 'plain', values, {
          detail: `${address.origin} is not encrypted: passwords can be read on the way.`,
          todo: 'Put a proxy with a certificate in front, and set APP_URL to its https address.',
        })
  const certificate = await read(address).catch((error: unknown) => error)
  if (certificate instanceof Error)
    return trouble(
      'warning',
      'unreachable',
      { ...values, problem: certificate.message },
      {
        detail: `${address.origin} cannot be reached from this machine: ${certificate.message}.`,
        todo: 'Open it from another network. If it works there, the network of this machine hides it, and the certificate cannot be checked.',
      },
    )
  return judgeCertificate(certificate as Certificate, now)
}
