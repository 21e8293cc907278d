import type { catalogProblems, CatalogSource } from '@spawnpoint/contracts/plugin-catalog'
import { callOut, CatalogIndexError, type CatalogIndex } from '@spawnpoint/sdk/server'
import { and, eq, notInArray } from 'drizzle-orm'
import { sourcesOf, type CatalogUses } from './catalog-services.ts'
import { catalog, type StoredCatalog } from './tables.ts'

const timeoutMs = 20_000
const largest = 5_000_000

type Problem = (typeof catalogProblems)[number]

class CatalogProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem, message: string) {
    super(message)
    this.problem = problem
  }
}

async function download({ url }: CatalogSource): Promise<string> {
  const headers = { accept: 'application/json' }
  const reply = await callOut({ url, method: 'GET', headers, timeoutMs, largest }).catch((error: unknown) => {
    throw new CatalogProblem('UNREACHABLE', error instanceof Error ? error.message : String(error))
  })
  if (reply.status !== 200) throw new CatalogProblem('UNREACHABLE', `HTTP ${reply.status}`)
  return reply.text
}

function check({ packages }: CatalogUses['plugins'], key: string, text: string, known: CatalogIndex | null) {
  const index = packages.readCatalog(text, key)
  // An old index with its true signature would hide a fix.
  if (known && Date.parse(index.updatedAt) < Date.parse(known.updatedAt))
    throw new CatalogProblem('OLDER', `${index.updatedAt} < ${known.updatedAt}`)
  return index
}

const problemOf = (error: unknown): { problem: Problem; detail: string } => {
  if (error instanceof CatalogIndexError)
    return {
      problem: error.flaw === 'signature' ? 'SIGNATURE' : 'FORMAT',
      detail: error.message.slice(0, 500),
    }
  if (error instanceof CatalogProblem) return { problem: error.problem, detail: error.message.slice(0, 500) }
  throw error
}

async function readCatalog({ clock, db, log, plugins }: CatalogUses, source: CatalogSource): Promise<void> {
  const { url, key } = source
  const [stored] = await db.orm
    .select()
    .from(catalog)
    .where(and(eq(catalog.url, url), eq(catalog.key, key)))
  let read: Pick<StoredCatalog, 'index' | 'readAt' | 'problem' | 'detail'>
  try {
    const index = check(plugins, key, await download(source), stored?.index ?? null)
    read = { index, readAt: clock.now(), problem: null, detail: null }
  } catch (error) {
    read = { index: stored?.index ?? null, readAt: stored?.readAt ?? null, ...problemOf(error) }
    log.warn({ url, problem: read.problem, detail: read.detail }, 'plugin catalog not read')
  }
  await db.orm
    .insert(catalog)
    .values({ url, key, ...read })
    .onConflictDoUpdate({ target: catalog.url, set: { key, ...read } })
}

/** Reads all catalogs again. One that cannot be read keeps what is known of it and says why. */
export async function readCatalogs(services: CatalogUses): Promise<void> {
  const sources = sourcesOf(services)
  await services.db.orm.delete(catalog).where(
    notInArray(
      catalog.url,
      sources.map(({ url }) => url),
    ),
  )
  for (const source of sources) await readCatalog(services, source)
}

/** Returns what is known of the catalogs in the setting, and reads those that are new. */
export async function storedCatalogs(services: CatalogUses): Promise<readonly StoredCatalog[]> {
  const sources = sourcesOf(services)
  const known = async () => {
    const rows = await services.db.orm.select().from(catalog)
    return sources.flatMap(({ url, key }) => rows.filter((row) => row.url === url && row.key === key))
  }
  const found = await known()
  const missing = sources.filter(({ url }) => !found.some((row) => row.url === url))
  if (missing.length === 0) return found
  for (const source of missing) await readCatalog(services, source)
  return known()
}
