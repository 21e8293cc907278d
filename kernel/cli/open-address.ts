import { findViolations } from '../common/access-rule.ts'

const reasons: Readonly<Record<string, string>> = {
  HTTP: 'it is http',
  DOMAIN: 'it names no domain',
  PORT: 'it has a port',
}

const usable = 'the https address of a domain, without a port, such as https://dash.example.com'

/** Loopback addresses are opened only on this machine, by someone trying the product or by a test. */
const isThisMachine = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

const why = (url: URL) =>
  findViolations(url)
    .map(({ code, text }) => reasons[code] ?? text)
    .join(', ')

/** Why a product with customers must not start with this address; null when it may. */
export const findAddressProblem = (url: URL): string | null => {
  const found = why(url)
  if (!found || isThisMachine(url)) return null
  return `APP_URL is not usable: at ${url.origin} the access check lets nobody in (${found}); give ${usable}, and put a reverse proxy with TLS in front of the server.`
}

/** Warning for the start when the product's own address fails the access check; null when it passes. */
export const findAddressWarning = (origin: string): string | null => {
  const url = new URL(origin)
  const found = why(url)
  if (!found) return null
  return `Warning: at ${url.origin} the access check lets nobody in (${found}). Set APP_URL to ${usable}, and put a reverse proxy with TLS in front; to try it out on this machine, listen on port 5173 and open http://127.0.0.1:5173.`
}
