import { type ServicesOf } from '@spawnpoint/sdk/common'
import {
  adminHomeSettings,
  checkUpdates,
  readRepository,
  readUpdates,
} from '@spawnpoint/contracts/admin-home'
import { answer, Database, Settings, Audit, Limits, Instance } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { compareVersions } from './compare-versions.ts'
import { RepositoryLookup } from './repository-lookup.ts'
import type { LookupRecord } from './tables.ts'

const uses = {
  db: Database,
  settings: Settings,
  audit: Audit,
  limits: Limits,
  instance: Instance,
  lookup: RepositoryLookup,
}

type Uses = ServicesOf<typeof uses>

/** The other side answers sixty questions an hour to an address without a key. */
const checks = { max: 20, perSeconds: 3_600 }

// As `read-github.ts` has stored them.
const storedRelease = z.object({ version: z.string(), url: z.string(), publishedAt: z.string().nullable() })
const storedFacts = z.object({
  name: z.string(),
  description: z.string().nullable(),
  url: z.string(),
  stars: z.number(),
  forks: z.number(),
  openIssues: z.number(),
})

const repositoryOf = ({ settings }: Uses) => settings.read(adminHomeSettings).product_repository || null

const stateOf = (repository: string | null, known: LookupRecord | null) => ({
  repository,
  foundAt: known?.answeredAt?.toISOString() ?? null,
  failure: known?.failure ?? null,
  askedAt: known?.askedAt.toISOString() ?? null,
})

function updatesOf({ instance }: Uses, repository: string | null, known: LookupRecord | null) {
  const latest = known?.answer ? storedRelease.parse(known.answer) : null
  return {
    ...stateOf(repository, known),
    current: instance.version,
    latest: latest && { ...latest, is: compareVersions(latest.version, instance.version) },
  }
}

export const handleReadUpdates = answer(readUpdates, uses, async (uses) => {
  const repository = repositoryOf(uses)
  const known = repository === null ? null : await uses.lookup.read({ repository, kind: 'release' })
  return updatesOf(uses, repository, known)
})

export const handleCheckUpdates = answer(checkUpdates, uses, async ({ actor, ip, fail, ...uses }) => {
  const repository = repositoryOf(uses)
  if (repository === null) return updatesOf(uses, null, null)
  if (!(await uses.limits.take('admin-home:check', checks))) throw fail('ADMIN_HOME_CHECKED_OFTEN')
  const known = await uses.lookup.check({ repository, kind: 'release' })
  await uses.audit.write(uses.db.orm, {
    actor: actor.id,
    action: 'admin-home:updates-checked',
    target: repository,
    ip,
  })
  return updatesOf(uses, repository, known)
})

export const handleReadRepository = answer(readRepository, uses, async (uses) => {
  const repository = repositoryOf(uses)
  const known = repository === null ? null : await uses.lookup.read({ repository, kind: 'repository' })
  return {
    ...stateOf(repository, known),
    found: known?.answer ? storedFacts.parse(known.answer) : null,
  }
})
