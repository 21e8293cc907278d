import { eq } from 'drizzle-orm'
import { addLine } from './build-lease.ts'
import type { QueueUses } from './queue-uses.ts'
import { build } from './tables.ts'

/** Deletes the panel's server of a build that was given up. Throws while the panel is away, so that the job comes again. */
export const cleanBuild = async ({ db, panel, clock }: QueueUses, id: string): Promise<void> => {
  const [row] = await db.orm.select({ status: build.status }).from(build).where(eq(build.id, id))
  // Completed after all: the server is somebody's.
  if (row && row.status !== 'failed') return
  const current = await panel.current()
  const left = await current.findServerByExternalId(id)
  if (!left) return
  await current.deleteServer(left.id)
  if (row) await addLine(db.orm, id, clock.now(), { step: 'cleaned' })
}
