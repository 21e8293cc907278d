import type { RestoreView } from '@spawnpoint/contracts/backups'
import { restoreBackup, restorePage } from '@spawnpoint/contracts/backups'
import { defineSettings } from '@spawnpoint/sdk/common'
import {
  answer,
  ArchiveError,
  defineJob,
  EndpointFailure,
  requireReauthentication,
  Sessions,
  type ArchiveRestores,
} from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findBackup, isAnyOpen } from './backup-queries.ts'
import { fileOf, nameOf, uses, type Services } from './backup-services.ts'
import { reconcile } from './tidy-backups.ts'

// The instance's own setting, read here only.
const nameSetting = defineSettings({
  app_name: { schema: z.string(), default: 'Spawnpoint', audience: 'public', group: 'general' },
})

export async function describeRestore({
  archives: { restores },
  instance,
}: Pick<Services, 'archives' | 'instance'>) {
  const last = restores.last()
  const view = (found: NonNullable<ReturnType<ArchiveRestores['last']>>): RestoreView => ({
    id: found.id,
    state: found.state,
    backupAt: found.backupAt.toISOString(),
    requestedAt: found.requestedAt,
    reason: found.reason,
    part: found.part,
    kept: found.kept,
  })
  const commands = {
    start: instance.command('start'),
    restore: instance.command('backup restore'),
    undo: instance.command('backup undo'),
  }
  return { obstacle: await restores.obstacle(), last: last && view(last), commands }
}

export const handleRestore = answer(
  restoreBackup,
  { ...uses, sessions: Sessions },
  async ({ actor, params, body, ip, fail, sessions, ...services }) => {
    await requireReauthentication(sessions, actor)
    const { archives, audit, db, maintenance, settings } = services
    const row = await findBackup(db.orm, params.id)
    if (!row) throw fail('BACKUPS_NOT_FOUND')
    if (row.state !== 'done' || row.check === 'none') throw fail('BACKUPS_NOT_CHECKED')
    if (body.name !== nameOf(row.fileName)) throw fail('BACKUPS_NAME_WRONG')
    if (await isAnyOpen(db.orm)) throw fail('BACKUPS_RUNNING')
    if ((await archives.restores.obstacle()) !== null) throw fail('BACKUPS_RESTORE_REFUSED')
    const name = settings.read(nameSetting).app_name
    const { id, token, start } = await archives.restores
      .prepare(fileOf(services, row), { actor: actor.id, name })
      .catch((error: unknown) => {
        throw error instanceof ArchiveError ? fail('BACKUPS_FILE_REFUSED') : error
      })
    const after = { file: row.fileName, createdAt: row.createdAt }
    await audit.write(db.orm, { actor: actor.id, action: 'backups:restore-asked', target: id, after, ip })
    await maintenance.get()?.change({ enabled: true, actor: actor.id, ip })
    await start()
    return { path: restorePage.path.replace(':token', token) }
  },
)

/** After the restore: the product itself answers at the address of the page that the start showed. */
export const restorePageRoute = (services: Pick<Services, 'archives'>) => (app: FastifyInstance) => {
  const access = { public: 'opened by a token: who asked for the restore may be logged out by it' } as const
  const config = { access: { ...access, duringMaintenance: true } } as const
  app.get<{ Params: { token: string } }>(restorePage.path, { config }, async (request, reply) => {
    const page = services.archives.restores.page(request.params.token, request.headers.cookie)
    if (!page) throw new EndpointFailure('NOT_FOUND', 404)
    return reply
      .header('content-security-policy', page.policy)
      .type('text/html; charset=utf-8')
      .send(page.html)
  })
}

/** Writes down how a restore ended; opens the dashboard again where it went well. */
async function settleRestore(services: Services): Promise<void> {
  const { archives, audit, db, maintenance } = services
  const last = archives.restores.last()
  if (!last || last.isReported || (last.state !== 'done' && last.state !== 'failed')) return
  const isDone = last.state === 'done'
  // The restored list is of the moment of the backup: work that was under way then has ended, files are newer.
  await reconcile(services, { isNothingRunning: isDone })
  await audit.write(db.orm, {
    // In the database of before there may be no such account.
    actor: null,
    action: isDone ? 'backups:restored' : 'backups:restore-failed',
    target: last.id,
    after: isDone
      ? { backupAt: last.backupAt, by: last.requestedBy, kept: last.kept }
      : { backupAt: last.backupAt, reason: last.reason },
  })
  if (isDone && maintenance.get()?.isOn()) await maintenance.get()?.change({ enabled: false, actor: null })
  archives.restores.report(last.id)
}

const settle = { payload: z.object({}), maxAttempts: 5, timeoutMs: 300_000 }

/** One process does it, whichever comes up first. */
export const settleJob = defineJob('settle-restore', settle, uses, settleRestore)

/** To be called at each start. */
export async function noticeRestore({ archives, jobs, instance }: Services): Promise<void> {
  const last = archives.restores.last()
  if (!last || last.isReported || instance.standBy) return
  await jobs.add('settle-restore', {}, { key: 'settle-restore' })
}
