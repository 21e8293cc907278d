import type { RemovalGround, ReportReason, ReportStatus } from '@spawnpoint/contracts/image-reports/schemas'
import { isAlike, likenessKeys } from '@spawnpoint/contracts/pictures/schemas'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, arrayOverlaps, asc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { block, notice, report, type Notice, type Report } from './tables.ts'

const isOpen = sql`status in ('pending', 'reviewed')`

/** The report that waits for a decision about an image, a new one where there is none. It is locked. */
export async function joinReport(
  tx: Transaction,
  row: Pick<Report, 'image' | 'title' | 'pictureId' | 'hash' | 'owner' | 'reason' | 'reportedAt'>,
): Promise<Report> {
  const [joined] = await tx
    .insert(report)
    .values({ ...row, lastReportedAt: row.reportedAt })
    .onConflictDoUpdate({
      target: report.image,
      targetWhere: isOpen,
      set: { lastReportedAt: row.reportedAt },
    })
    .returning()
  if (!joined) throw new Error('an upsert without a condition returns its row')
  return joined
}

/** Null where the same person has reported the same image already. */
export async function insertNotice(
  tx: Transaction,
  row: Omit<typeof notice.$inferInsert, 'id'>,
): Promise<Notice | null> {
  const [added] = await tx
    .insert(notice)
    .values(row)
    .onConflictDoNothing({ target: [notice.reportId, notice.reporter] })
    .returning()
  if (added)
    await tx
      .update(report)
      .set({ notices: sql`${report.notices} + 1` })
      .where(eq(report.id, row.reportId))
  return added ?? null
}

export async function findReceipt(db: Queries, reportId: string, reporter: string): Promise<string | null> {
  const [found] = await db
    .select({ receipt: notice.receipt })
    .from(notice)
    .where(and(eq(notice.reportId, reportId), eq(notice.reporter, reporter)))
  return found?.receipt ?? null
}

/** Networks behind a report; those whose reports were dismissed twice and never upheld are not counted. */
export async function countTrusted(db: Queries, reportId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct n.network)::integer as count from image_reports.notice n
    where n.report_id = ${reportId} and not exists (
      select from image_reports.notice o join image_reports.report r on r.id = o.report_id
      where o.network = n.network and r.id <> ${reportId}
      group by o.network
      having count(*) filter (where r.status = 'dismissed' and r.answer is null) >= 2
        and count(*) filter (where r.status = 'resolved') = 0)`)
  return rows[0]?.count ?? 0
}

/** True once staff have looked at the image and kept it: further reports do not hide it by themselves. */
export async function wasKept(db: Queries, image: string): Promise<boolean> {
  const rows = await db
    .select({ id: report.id })
    .from(report)
    .where(and(eq(report.image, image), eq(report.status, 'dismissed')))
    .limit(1)
  return rows.length > 0
}

export const findReport = async (db: Queries, id: string): Promise<Report | null> => {
  const [found] = await db.select().from(report).where(eq(report.id, id))
  return found ?? null
}

export const lockReport = async (tx: Transaction, id: string): Promise<Report | null> => {
  const [found] = await tx.select().from(report).where(eq(report.id, id)).for('update')
  return found ?? null
}

export const updateReport = (db: Queries, id: string, changes: Partial<Report>) =>
  db.update(report).set(changes).where(eq(report.id, id))

export const deleteDismissed = async (db: Queries, id: string): Promise<Report | null> => {
  const [gone] = await db
    .delete(report)
    .where(and(eq(report.id, id), eq(report.status, 'dismissed')))
    .returning()
  return gone ?? null
}

export const listNotices = (db: Queries, reportId: string): Promise<readonly Notice[]> =>
  db.select().from(notice).where(eq(notice.reportId, reportId)).orderBy(asc(notice.id))

/** Without an answer to an appeal, or without a decision at all. */
const isWaiting = or(
  isOpen,
  and(eq(report.status, 'resolved'), isNotNull(report.appeal), isNull(report.answer)),
)

export async function findNext(db: Queries, id: string): Promise<string | null> {
  const [found] = await db
    .select({ id: report.id })
    .from(report)
    .where(and(isWaiting, ne(report.id, id)))
    .orderBy(asc(report.number))
    .limit(1)
  return found?.id ?? null
}

/** The likeness is unknown where the picture went before. */
export const insertBlock = (
  tx: Queries,
  { hash, id }: Report,
  { likeness, createdAt }: { readonly likeness: string | null; readonly createdAt: Date },
) => {
  const keys = likeness === null ? [] : likenessKeys(likeness)
  return tx.insert(block).values({ hash, likeness, keys, reportId: id, createdAt }).onConflictDoNothing()
}

/** The report of a removed image that looks like this one. An index holds the blocks of the likeness. */
export async function findAlike(db: Queries, likeness: string): Promise<Report | null> {
  const keys = likenessKeys(likeness)
  if (keys.length === 0) return null
  const rows = await db
    .select({ likeness: block.likeness, report })
    .from(block)
    .innerJoin(report, eq(report.id, block.reportId))
    .where(arrayOverlaps(block.keys, keys))
    .orderBy(block.createdAt)
  return rows.find((row) => row.likeness !== null && isAlike(row.likeness, likeness))?.report ?? null
}

/** True once staff have looked at the same picture and kept it. */
export async function wasHashKept(db: Queries, hash: string): Promise<boolean> {
  const rows = await db
    .select({ id: report.id })
    .from(report)
    .where(and(eq(report.hash, hash), eq(report.status, 'dismissed')))
    .limit(1)
  return rows.length > 0
}

export const deleteBlock = (tx: Queries, hash: string) => tx.delete(block).where(eq(block.hash, hash))

export const isBlocked = async (db: Queries, hash: string): Promise<boolean> =>
  (await db.select({ hash: block.hash }).from(block).where(eq(block.hash, hash))).length > 0

export const whereOf = (filter: {
  readonly status?: ReportStatus | undefined
  readonly reason?: ReportReason | undefined
}) =>
  and(filter.status && eq(report.status, filter.status), filter.reason && eq(report.reason, filter.reason))

export async function readCounts(db: Queries) {
  const { rows } = await db.execute<Record<ReportStatus | 'appeals', number>>(sql`
    select count(*) filter (where status = 'pending')::integer as pending,
      count(*) filter (where status = 'reviewed')::integer as reviewed,
      count(*) filter (where status = 'resolved')::integer as resolved,
      count(*) filter (where status = 'dismissed')::integer as dismissed,
      count(*) filter (where status = 'resolved' and appeal is not null and answer is null)::integer as appeals
    from image_reports.report`)
  return rows[0] ?? { pending: 0, reviewed: 0, resolved: 0, dismissed: 0, appeals: 0 }
}

export const listRemovedOf = (db: Queries, owner: string) =>
  db
    .select()
    .from(report)
    .where(and(eq(report.owner, owner), eq(report.status, 'resolved')))
    .orderBy(sql`${report.decidedAt} desc`)
    .limit(50)

/** True for the first appeal in time. */
export async function saveAppeal(
  db: Queries,
  {
    id,
    text,
    since,
    at,
  }: { readonly id: string; readonly text: string; readonly since: Date; readonly at: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(report)
    .set({ appeal: text, appealedAt: at })
    .where(
      and(
        eq(report.id, id),
        eq(report.status, 'resolved'),
        isNull(report.appeal),
        sql`${report.decidedAt} >= ${since.toISOString()}::timestamptz`,
      ),
    )
  return rowCount === 1
}

export const listPurgeable = (db: Queries, before: Date, limit: number): Promise<readonly Report[]> =>
  db
    .select()
    .from(report)
    .where(
      and(
        eq(report.status, 'resolved'),
        isNull(report.purgedAt),
        lt(report.decidedAt, before),
        or(isNull(report.appeal), isNotNull(report.answer)),
      ),
    )
    .limit(limit)

export async function forgetReporters(db: Queries, ipBefore: Date, nameBefore: Date): Promise<void> {
  await db
    .update(notice)
    .set({ ip: null })
    .where(and(lt(notice.createdAt, ipBefore), isNotNull(notice.ip)))
  const decided = db.select({ id: report.id }).from(report).where(lt(report.decidedAt, nameBefore))
  await db.update(notice).set({ name: null, email: null }).where(inArray(notice.reportId, decided))
}

/** An erased uploader is no longer named; the name of the file may have been personal. */
export const forgetOwner = (db: Queries, owner: string) =>
  db
    .update(report)
    .set({ owner: null, title: sql`${report.image}`, facts: '', appeal: null, appealedAt: null })
    .where(eq(report.owner, owner))

export interface Removal {
  readonly reason: ReportReason
  readonly ground: RemovalGround
  readonly facts: string
}
