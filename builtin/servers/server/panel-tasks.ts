import { isPanelError, type GamePanel, type PanelServer } from '@spawnpoint/contracts/panel'
import type { Transaction } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { findServer, listOpenTasks } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'
import { server, type ServerRecord } from './tables.ts'

const shortestWaitMs = 2_000
const longestWaitMs = 300_000

type Task = 'change' | 'delete' | 'transfer'

/** Queues what the panel must still be told about a server; written with the wish itself. */
export const queueTask = ({ jobs }: Pick<ServerUses, 'jobs'>, tx: Transaction, task: Task, id: string) =>
  jobs.add(task, { server: id }, { tx, key: `${task}:${id}` })

/**
 * The panel's server by our own id, never by the panel's number alone: after a change of panels that number is
 * somebody else's.
 */
export const locate = async (panel: GamePanel, row: ServerRecord): Promise<PanelServer | null> => {
  if (row.buildId !== null) return panel.findServerByExternalId(row.buildId)
  try {
    return await panel.getServer(row.panelId)
  } catch (error) {
    if (isPanelError(error, 'not-found')) return null
    throw error
  }
}

/** Notes that the panel could not be told, and tells it again later; it is never given up. */
const retryLater = async (
  uses: ServerUses,
  task: Task,
  { id, tries }: ServerRecord,
  askedMs: number | undefined,
) => {
  const waitMs = Math.max(askedMs ?? 0, Math.min(longestWaitMs, shortestWaitMs * 2 ** Math.min(tries, 10)))
  const nextTryAt = new Date(uses.clock.now().getTime() + waitMs)
  await uses.db.orm.transaction(async (tx) => {
    await tx
      .update(server)
      .set({ problem: 'PANEL_AWAY', tries: tries + 1, nextTryAt })
      .where(eq(server.id, id))
    await uses.jobs.add(task, { server: id }, { tx, runAt: nextTryAt, key: `${task}:${id}` })
  })
}

const isForGood = (error: unknown) => isPanelError(error, 'invalid', 'not-found', 'conflict')

/**
 * Runs one attempt of a task. What the panel refuses for good goes to `refused`; silence and trouble mean another
 * attempt later.
 */
export const runTask = async (
  uses: ServerUses,
  task: Task,
  id: string,
  steps: {
    isOpen: (row: ServerRecord) => boolean
    attempt: (panel: GamePanel, row: ServerRecord) => Promise<void>
    refused?: (panel: GamePanel, row: ServerRecord, error: unknown) => Promise<void>
  },
): Promise<void> => {
  const row = await findServer(uses.db.orm, id)
  if (!row || !steps.isOpen(row)) return
  try {
    const panel = await uses.panel.current()
    try {
      await steps.attempt(panel, row)
    } catch (error) {
      if (!steps.refused || !isForGood(error)) throw error
      await steps.refused(panel, row, error)
    }
  } catch (error) {
    if (!isPanelError(error)) throw error
    uses.log.warn(
      { server: id, task, reason: error.reason, detail: error.detail },
      'the panel was not told yet',
    )
    await retryLater(uses, task, row, error.retryAfterMs)
  }
}

const openTask = ({ status, newOwner }: Pick<ServerRecord, 'status' | 'newOwner'>): Task => {
  if (status === 'deleting') return 'delete'
  return newOwner === null ? 'change' : 'transfer'
}

/** Picks up tasks whose job was lost with its worker. */
export const sweepTasks = async ({ db, jobs, clock }: ServerUses): Promise<void> => {
  for (const row of await listOpenTasks(db.orm, clock.now())) {
    const task = openTask(row)
    await jobs.add(task, { server: row.id }, { key: `${task}:${row.id}` })
  }
}
