import { type ServicesOf } from '@spawnpoint/sdk/common'
import {
  adminHomeSettings,
  logFile,
  readLogs,
  shareLogs,
  type ShownLine,
} from '@spawnpoint/contracts/admin-home'
import {
  answer,
  type LogLine,
  Database,
  Settings,
  Audit,
  Limits,
  RecentLog,
  Instance,
} from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { uploadLog } from './upload-log.ts'

const uses = {
  db: Database,
  settings: Settings,
  audit: Audit,
  limits: Limits,
  recentLog: RecentLog,
  instance: Instance,
}

type Uses = ServicesOf<typeof uses>

const shares = { max: 10, perSeconds: 3_600 }

const uploadUrl = ({ settings }: Pick<Uses, 'settings'>) => settings.read(adminHomeSettings).log_upload_url

const show = ({ at, ...line }: LogLine): ShownLine => ({ ...line, at: at.toISOString() })

const writeLines = (lines: readonly LogLine[]): string =>
  lines.map((line) => `${JSON.stringify(show(line))}\n`).join('')

export const handleReadLogs = answer(readLogs, uses, async (services) => {
  const url = uploadUrl(services)
  return {
    lines: services.recentLog.list().map(show),
    since: services.instance.startedAt.toISOString(),
    shareHost: url === '' ? null : new URL(url).host,
  }
})

export const logFileRoute =
  ({ recentLog }: Pick<Uses, 'recentLog'>) =>
  (app: FastifyInstance) => {
    const { path, permission } = logFile
    app.get(path, { config: { access: { permission } } }, async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', 'attachment; filename="spawnpoint-log.jsonl"')
        .header('cache-control', 'no-store')
        .send(writeLines(recentLog.list())),
    )
  }

export const handleShareLogs = answer(shareLogs, uses, async ({ actor, body, ip, fail, ...services }) => {
  const url = uploadUrl(services)
  if (url === '') throw fail('ADMIN_HOME_SHARING_OFF')
  const shown = services.recentLog.list().filter(({ id }) => id >= body.oldest && id <= body.newest)
  if (shown.length === 0) throw fail('ADMIN_HOME_NOTHING_TO_SHARE')
  if (!(await services.limits.take('admin-home:share', shares))) throw fail('ADMIN_HOME_SHARED_OFTEN')
  const { host } = new URL(url)
  const link = await uploadLog({ url, content: writeLines(shown), version: services.instance.version })
  if (link === null) throw fail('ADMIN_HOME_SHARE_FAILED', { details: { host } })
  await services.audit.write(services.db.orm, {
    actor: actor.id,
    action: 'admin-home:log-shared',
    target: link,
    ip,
    after: { host, lines: shown.length },
  })
  return { url: link }
})
