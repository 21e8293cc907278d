import {
  adminHomeSettings,
  logFile,
  readLogs,
  shareLogs,
  type ShownLine,
} from '@spawnpoint/contracts/admin-home'
import {
  answer,
  type AuditService,
  type DatabaseService,
  type InstanceService,
  type LimitsService,
  type LogLine,
  type RecentLogService,
  type SettingsService,
} from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { uploadLog } from './upload-log.ts'

interface Uses {
  readonly db: DatabaseService
  readonly settings: SettingsService
  readonly audit: AuditService
  readonly limits: LimitsService
  readonly recentLog: RecentLogService
  readonly instance: Pick<InstanceService, 'startedAt' | 'version'>
}

const shares = { max: 10, perSeconds: 3_600 }

const uploadUrl = ({ settings }: Pick<Uses, 'settings'>) => settings.read(adminHomeSettings).log_upload_url

const show = ({ at, ...line }: LogLine): ShownLine => ({ ...line, at: at.toISOString() })

const writeLines = (lines: readonly LogLine[]): string =>
  lines.map((line) => `${JSON.stringify(show(line))}\n`).join('')

export const handleReadLogs = (uses: Pick<Uses, 'recentLog' | 'instance' | 'settings'>) =>
  answer(readLogs, async () => {
    const url = uploadUrl(uses)
    return {
      lines: uses.recentLog.list().map(show),
      since: uses.instance.startedAt.toISOString(),
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

export const handleShareLogs = (uses: Uses) =>
  answer(shareLogs, async ({ actor, body, ip, fail }) => {
    const url = uploadUrl(uses)
    if (url === '') throw fail('ADMIN_HOME_SHARING_OFF')
    const shown = uses.recentLog.list().filter(({ id }) => id >= body.oldest && id <= body.newest)
    if (shown.length === 0) throw fail('ADMIN_HOME_NOTHING_TO_SHARE')
    if (!(await uses.limits.take('admin-home:share', shares))) throw fail('ADMIN_HOME_SHARED_OFTEN')
    const { host } = new URL(url)
    const link = await uploadLog({ url, content: writeLines(shown), version: uses.instance.version })
    if (link === null) throw fail('ADMIN_HOME_SHARE_FAILED', { details: { host } })
    await uses.audit.write(uses.db.orm, {
      actor: actor.id,
      action: 'admin-home:log-shared',
      target: link,
      ip,
      after: { host, lines: shown.length },
    })
    return { url: link }
  })
