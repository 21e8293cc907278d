import {
  changeReport,
  countReports,
  deleteReport,
  getReport,
  listReports,
  type ReportRow,
} from '@spawnpoint/contracts/image-reports'
import { Pictures, type PicturesService } from '@spawnpoint/contracts/pictures'
import { Users } from '@spawnpoint/contracts/users'
import { countRows, readPage } from '@spawnpoint/sdk/list/server'
import { answer, Audit, Database } from '@spawnpoint/sdk/server'
import { and } from 'drizzle-orm'
import {
  deleteDismissed,
  findNext,
  findReport,
  listNotices,
  lockReport,
  readCounts,
  updateReport,
  whereOf,
} from './report-queries.ts'
import { report, type Notice, type Report } from './tables.ts'

export const pictureBase = '/api/image-reports/reports'
const addressOf = (id: string, variant: 'web' | 'thumbnail') => `${pictureBase}/${id}/picture/${variant}`

async function findPictures(
  pictures: PicturesService,
  rows: readonly Report[],
): Promise<ReadonlySet<string>> {
  const found = await pictures.find(rows.map(({ pictureId }) => pictureId))
  return new Set(found.map(({ id }) => id))
}

const presentRow = (row: Report, hasPicture: boolean): ReportRow => ({
  id: row.id,
  image: row.image,
  title: row.title,
  reason: row.reason,
  status: row.status,
  notices: row.notices,
  at: row.reportedAt.toISOString(),
  lastAt: row.lastReportedAt.toISOString(),
  hidden: row.hiddenAt !== null && row.decidedAt === null,
  appealed: row.appeal !== null && row.answer === null,
  thumbnailUrl: hasPicture ? addressOf(row.id, 'thumbnail') : null,
})

const presentNotice = ({ receipt, reason, details, name, email, ip, createdAt }: Notice) => ({
  receipt,
  reason,
  details,
  name,
  email,
  ip,
  at: createdAt.toISOString(),
})

export const handleListReports = answer(
  listReports,
  { db: Database, pictures: Pictures },
  async ({ query: { cursor, limit, filter, order = 'desc' }, db, pictures }) => {
    const where = whereOf(filter)
    const { items, ...page } = await readPage({
      sort: 'number',
      order,
      id: report.number,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most }) =>
        db.orm
          .select()
          .from(report)
          .where(and(past, where))
          .orderBy(...orderBy)
          .limit(most),
    })
    const known = await findPictures(pictures, items)
    const total = await countRows(db.orm, report, where)
    return { ...page, total, items: items.map((row) => presentRow(row, known.has(row.pictureId))) }
  },
)

export const handleCountReports = answer(countReports, { db: Database }, ({ db }) => readCounts(db.orm))

const presentDecision = (
  row: Report,
  name: (id: string | null) => { id: string; username: string | null } | null,
) =>
  row.decidedAt && {
    at: row.decidedAt.toISOString(),
    by: name(row.decidedBy),
    ground: row.ground,
    facts: row.facts,
  }

export const handleGetReport = answer(
  getReport,
  { db: Database, pictures: Pictures, users: Users },
  async ({ actor, params, fail, db, pictures, users }) => {
    const row = await findReport(db.orm, params.id)
    if (!row) throw fail('NOT_FOUND')
    const known = await findPictures(pictures, [row])
    const people = await users.findMany([row.owner, row.decidedBy].filter((id) => id !== null))
    const names = new Map(people.map(({ id, username }) => [id, username]))
    const name = (id: string | null) => (id === null ? null : { id, username: names.get(id) ?? null })
    const hasPicture = known.has(row.pictureId)
    const { appeal, appealedAt, answer: answered } = row
    return {
      report: {
        ...presentRow(row, hasPicture),
        owner: name(row.owner),
        notes: row.notes,
        alike: row.alike,
        pictureUrl: hasPicture ? addressOf(row.id, 'web') : null,
        entries: (await listNotices(db.orm, row.id)).map(presentNotice),
        decision: presentDecision(row, name),
        appeal:
          appeal !== null && appealedAt
            ? { at: appealedAt.toISOString(), text: appeal, answer: answered }
            : null,
        restorable: hasPicture,
        decidable: row.owner !== actor.id,
      },
      next: await findNext(db.orm, row.id),
    }
  },
)

export const handleChangeReport = answer(
  changeReport,
  { db: Database },
  async ({ params, body: { notes, status }, fail, db }) =>
    db.orm.transaction(async (tx) => {
      const row = await lockReport(tx, params.id)
      if (!row) throw fail('NOT_FOUND')
      if (status !== undefined && row.decidedAt !== null) throw fail('IMAGE_REPORTS_DECIDED')
      const changes = { ...(notes !== undefined && { notes }), ...(status !== undefined && { status }) }
      if (Object.keys(changes).length > 0) await updateReport(tx, row.id, changes)
      return {}
    }),
)

export const handleDeleteReport = answer(
  deleteReport,
  { audit: Audit, db: Database },
  async ({ actor, params, ip, fail, audit, db }) =>
    db.orm.transaction(async (tx) => {
      const gone = await deleteDismissed(tx, params.id)
      if (!gone) throw fail((await findReport(tx, params.id)) ? 'IMAGE_REPORTS_OPEN' : 'NOT_FOUND')
      await audit.write(tx, {
        actor: actor.id,
        action: 'image-reports:deleted',
        ...(gone.owner !== null && { target: gone.owner }),
        before: { report: gone.id, image: gone.image, reason: gone.reason, notices: gone.notices },
        ip,
      })
      return {}
    }),
)
