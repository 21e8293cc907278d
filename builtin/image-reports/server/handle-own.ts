import { appealDecision, imageReportsSettings, listOwnDecisions } from '@spawnpoint/contracts/image-reports'
import { answer, Clock, Database, Settings } from '@spawnpoint/sdk/server'
import { appealUntil } from './notify-people.ts'
import { findReport, listRemovedOf, saveAppeal } from './report-queries.ts'

const DAY = 86_400_000

export const handleListOwnDecisions = answer(
  listOwnDecisions,
  { clock: Clock, db: Database, settings: Settings },
  async ({ actor, clock, db, settings }) => ({
    decisions: (await listRemovedOf(db.orm, actor.id)).map((row) => {
      const decidedAt = row.decidedAt ?? row.lastReportedAt
      const until = appealUntil(settings, decidedAt)
      return {
        id: row.id,
        title: row.title,
        reason: row.reason,
        ground: row.ground ?? ('terms' as const),
        facts: row.facts,
        at: decidedAt.toISOString(),
        appealedAt: row.appealedAt?.toISOString() ?? null,
        upheld: row.answer === 'upheld',
        appealUntil: until.toISOString(),
        appealable: row.appeal === null && until >= clock.now(),
      }
    }),
  }),
)

export const handleAppealDecision = answer(
  appealDecision,
  { clock: Clock, db: Database, settings: Settings },
  async ({ actor, params, body, fail, clock, db, settings }) => {
    const row = await findReport(db.orm, params.id)
    if (row?.owner !== actor.id || row.status !== 'resolved') throw fail('NOT_FOUND')
    const now = clock.now()
    const days = settings.read(imageReportsSettings).image_reports_appeal_days
    const since = new Date(now.getTime() - days * DAY)
    if (await saveAppeal(db.orm, { id: row.id, text: body.text, since, at: now }))
      return { appealedAt: now.toISOString() }
    throw fail(row.appeal === null ? 'IMAGE_REPORTS_TOO_LATE' : 'IMAGE_REPORTS_APPEALED')
  },
)
