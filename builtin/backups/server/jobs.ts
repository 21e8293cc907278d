import { defineJob } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { listAll } from './backup-queries.ts'
import { lastDue, readSchedule } from './backup-schedule.ts'
import { uses, type Services } from './backup-services.ts'
import { makeBackup, recheckBackup, requestBackup } from './run-backup.ts'
import { applyRetention, reconcile } from './tidy-backups.ts'

// A large database takes long, and a second attempt would begin from nothing: the next look sees to it.
const once = { payload: z.object({ id: z.uuid() }), maxAttempts: 1, timeoutMs: 6 * 3_600_000 }

const RETRY_MS = 3_600_000
const MOST_TRIES = 3

export const makeJob = defineJob('make', once, uses, async ({ payload, signal, ...services }) => {
  if (await makeBackup(services, payload.id, signal)) await applyRetention(services)
})

export const checkJob = defineJob('check', once, uses, async ({ payload, signal, ...services }) => {
  await recheckBackup(services, payload.id, signal)
})

/** Whether the daily backup is due: not made since its hour, and not tried a moment ago or too often. */
async function isDailyDue({ db, settings, clock }: Services): Promise<boolean> {
  const schedule = readSchedule(settings)
  if (!schedule.daily_backup_enabled) return false
  const now = clock.now()
  const due = lastDue(schedule, now)
  const tries = (await listAll(db.orm)).filter(
    ({ origin, createdAt }) => origin === 'schedule' && createdAt >= due,
  )
  if (tries.some(({ state }) => state !== 'failed') || tries.length >= MOST_TRIES) return false
  return tries.every(({ createdAt }) => now.getTime() - createdAt.getTime() >= RETRY_MS)
}

const often = { payload: z.object({}), schedule: '*/10 * * * *', maxAttempts: 1, timeoutMs: 300_000 }

export const lookJob = defineJob('look', often, uses, async (services) => {
  await reconcile(services)
  if (await isDailyDue(services)) await requestBackup(services, { origin: 'schedule', actor: null })
})
