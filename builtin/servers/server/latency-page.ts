import type { Location } from '@spawnpoint/contracts/locations'
import { latencyPath } from '@spawnpoint/contracts/servers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { ServerUses } from './server-uses.ts'

/**
 * Asks each address four times; the first one pays for the connection, and the fastest of the others is what lies
 * between. An answer that the page may not read still says how long it took.
 */
const script = `
const { origin, targets } = JSON.parse(document.getElementById('targets').textContent)
const ask = async (url) => {
  const started = performance.now()
  await fetch(url, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(3000) })
  return performance.now() - started
}
const measure = async ({ id, url }) => {
  let fastest = null
  try {
    await ask(url)
    for (let turn = 0; turn < 3; turn += 1) {
      const time = await ask(url)
      fastest = fastest === null ? time : Math.min(fastest, time)
    }
  } catch {}
  parent.postMessage({ id, ms: fastest === null ? null : Math.round(fastest) }, origin)
}
// One after the other, so that they do not slow each other down.
for (const target of targets) await measure(target)
`

const hash = createHash('sha256').update(script).digest('base64')

/** Browsers measure a location that takes servers and has an address for it. */
export const isMeasured = ({ status, pingUrl }: Pick<Location, 'status' | 'pingUrl'>): boolean =>
  status === 'online' && pingUrl !== null

/** An origin of nobody: it reaches no cookie, no storage and no page, and asks the addresses of locations alone. */
const policyOf = (origins: readonly string[]): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    `connect-src ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/** The page of the hidden frame that measures how far the locations are from a visitor. */
export const latencyRoutes = (uses: ServerUses) => (app: FastifyInstance) => {
  app.get(
    latencyPath,
    { config: { access: { user: true, flag: 'allow_servers' } } },
    async (_request: FastifyRequest, reply: FastifyReply) => {
      const locations = await uses.locations.list({ status: 'online' })
      const targets = locations.flatMap(({ id, pingUrl }) => (pingUrl === null ? [] : [{ id, url: pingUrl }]))
      const origins = [...new Set(targets.map(({ url }) => new URL(url).origin))]
      // A "<" could end the element that holds them.
      const data = JSON.stringify({ origin: uses.instance.origin, targets }).replaceAll('<', '\\u003c')
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policyOf(origins))
        .header('cross-origin-resource-policy', 'same-origin')
        .header('cache-control', 'no-store')
        .send(
          `<!doctype html><title>Latency</title><script type="application/json" id="targets">${data}</script><script type="module">${script}</script>`,
        )
    },
  )
}
