import { listCatalog, refreshCatalog, reviewFromCatalog } from '@spawnpoint/contracts/plugin-catalog'
import {
  answer,
  callOut,
  EndpointFailure,
  requireReauthentication,
  Sessions,
  type CatalogVersion,
} from '@spawnpoint/sdk/server'
import { createHash } from 'node:crypto'
import { uses } from './catalog-services.ts'
import { presentCatalog } from './present-catalog.ts'
import { readCatalogs, storedCatalogs } from './read-catalogs.ts'

const timeoutMs = 60_000

export const handleListCatalog = answer(listCatalog, uses, async ({ query, ...services }) =>
  presentCatalog(await storedCatalogs(services), services.plugins, query.language),
)

export const handleRefreshCatalog = answer(refreshCatalog, uses, async (services) => {
  await readCatalogs(services)
  return {}
})

/** The package, which has to be what the signed index says. */
async function download(catalog: string, { url, bytes, sha256 }: CatalogVersion): Promise<Uint8Array> {
  const address = new URL(url, catalog)
  // The operator named the catalog's own host; any other one, also after a redirect, has to be on the public internet.
  const publicOnly = { except: [new URL(catalog).host], anyHost: true } as const
  const headers = { accept: 'application/zip' }
  const call = { url: address.href, method: 'GET', headers, timeoutMs, largest: bytes, publicOnly } as const
  const reply = await callOut(call).catch(() => null)
  if (reply?.status !== 200)
    throw new EndpointFailure('CATALOG_UNREACHABLE', 502, { details: { host: address.host } })
  if (createHash('sha256').update(reply.bytes).digest('hex') !== sha256)
    throw new EndpointFailure('CATALOG_PACKAGE_CHANGED', 409)
  return reply.bytes
}

export const handleReviewFromCatalog = answer(
  reviewFromCatalog,
  { ...uses, sessions: Sessions },
  async ({ actor, body, sessions, fail, ...services }) => {
    await requireReauthentication(sessions, actor)
    const stored = (await storedCatalogs(services)).find(({ url }) => url === body.catalog)
    const version = stored?.index?.plugins
      .find(({ id }) => id === body.id)
      ?.versions.find((each) => each.version === body.version)
    if (!stored || !version) throw fail('NOT_FOUND')
    const { packages } = services.plugins
    const review = await packages.review(await download(stored.url, version), actor.id)
    if (review.plugin !== body.id || review.version !== body.version) {
      await packages.discard(review.id)
      throw fail('CATALOG_PACKAGE_CHANGED')
    }
    return { review: review.id }
  },
)
