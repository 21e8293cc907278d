import {
  Database,
  defineJob,
  Jobs,
  Sessions,
  type JobsService,
  type Queries,
  type SessionsService,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { listMembers } from './role-queries.ts'

const BATCH = 500
const JOB = 'refresh-members'

/**
 * Makes every process read the members of a changed role again: the first at once, with the change; the rest of
 * a large role, such as the default one, in batches by a job, lest one save lock a row of every customer.
 */
export async function refreshMembers(
  { sessions, jobs }: { readonly sessions: SessionsService; readonly jobs: JobsService },
  tx: Queries,
  role: string,
  after: string | null = null,
): Promise<void> {
  const users = await listMembers(tx, role, { after, limit: BATCH })
  for (const user of users) await sessions.bumpEpoch(tx, user)
  if (users.length === BATCH) await jobs.add(JOB, { role, after: users.at(-1) }, { tx })
}

export const refreshMembersJob = defineJob(
  JOB,
  { payload: z.object({ role: z.uuid(), after: z.uuid() }) },
  { db: Database, sessions: Sessions, jobs: Jobs },
  ({ payload: { role, after }, db, ...services }) =>
    db.orm.transaction((tx) => refreshMembers(services, tx, role, after)),
)
