import type {
  DatabaseService,
  JobsService,
  Queries,
  ServerHost,
  SessionsService,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { listMembers } from './role-queries.ts'

const BATCH = 500
const JOB = 'refresh-members'

export type RefreshMembers = (tx: Queries, role: string) => Promise<void>

/**
 * Makes every process read the members of a changed role again: the first at once, with the change; the rest of
 * a large role, such as the default one, in batches by a job, lest one save lock a row of every customer.
 */
export function createRefreshMembers(uses: {
  db: DatabaseService
  sessions: SessionsService
  jobs: JobsService
  host: ServerHost
}): RefreshMembers {
  const { db, sessions, jobs, host } = uses

  const refreshFrom = async (tx: Queries, role: string, after: string | null) => {
    const users = await listMembers(tx, role, { after, limit: BATCH })
    for (const user of users) await sessions.bumpEpoch(tx, user)
    if (users.length === BATCH) await jobs.add(JOB, { role, after: users.at(-1) }, { tx })
  }

  host.job(JOB, { payload: z.object({ role: z.uuid(), after: z.uuid() }) }, ({ role, after }) =>
    db.orm.transaction((tx) => refreshFrom(tx, role, after)),
  )
  return (tx, role) => refreshFrom(tx, role, null)
}
