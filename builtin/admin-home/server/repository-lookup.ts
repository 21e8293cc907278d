import { defineService } from '@spawnpoint/sdk/common'
import type { ClockService, DatabaseService, InstanceService } from '@spawnpoint/sdk/server'
import { claimLookup, findLookup, saveLookup, type LookupKey } from './lookup-queries.ts'
import { readGithub, type Finding, type GithubApi } from './read-github.ts'
import type { LookupRecord } from './tables.ts'

const HOUR_MS = 3_600_000
const publicGithub: GithubApi = { base: 'https://api.github.com', timeoutMs: 5_000 }

interface Uses {
  readonly db: DatabaseService
  readonly clock: ClockService
  /** Its version is sent as the user agent. */
  readonly instance: Pick<InstanceService, 'version'>
  readonly api?: GithubApi
}

const changeOf = (finding: Finding, now: Date) => {
  if (finding.kind === 'failed') return { failure: finding.failure }
  if (finding.kind === 'unchanged') return { answeredAt: now, failure: null }
  return { answer: finding.answer, etag: finding.etag, answeredAt: now, failure: null }
}

/** Reads a public repository on demand, at most once an hour across all processes. */
export function createRepositoryLookup({ db, clock, instance, api = publicGithub }: Uses) {
  const underWay = new Map<string, Promise<LookupRecord | null>>()

  async function ask(key: LookupKey) {
    const known = await findLookup(db.orm, key)
    // An etag without its answer would bring "unchanged" and nothing to show.
    const etag = known?.answer ? known.etag : null
    const finding = await readGithub(api, key, { etag, version: instance.version })
    await saveLookup(db, key, changeOf(finding, clock.now()))
  }

  async function lookUp(key: LookupKey, oldest: number): Promise<LookupRecord | null> {
    const now = clock.now()
    const isOurs = await claimLookup(db.orm, key, { now, before: new Date(now.getTime() - oldest) })
    if (isOurs) await ask(key)
    return findLookup(db.orm, key)
  }

  /** One question at a time: whoever comes meanwhile with the same one gets its answer. */
  function lookUpOnce(key: LookupKey, oldest: number): Promise<LookupRecord | null> {
    const name = `${key.kind} ${key.repository} ${oldest}`
    const running = underWay.get(name)
    if (running) return running
    const found = lookUp(key, oldest).finally(() => underWay.delete(name))
    underWay.set(name, found)
    return found
  }

  return {
    /** The cached result; refreshed when it is older than an hour and the remote answers. */
    read: (key: LookupKey) => lookUpOnce(key, HOUR_MS),
    /** Asks now. */
    check: (key: LookupKey) => lookUpOnce(key, 0),
  }
}

export type RepositoryLookup = ReturnType<typeof createRepositoryLookup>

export const RepositoryLookup = defineService<RepositoryLookup>('admin-home.repository-lookup')
