import { HostedImages } from '@spawnpoint/contracts/image-hosting'
import { decideReport } from '@spawnpoint/contracts/image-reports'
import { Pictures } from '@spawnpoint/contracts/pictures'
import { optional } from '@spawnpoint/sdk/common'
import { answer, Audit, Clock, Database, type EndpointCall, type Transaction } from '@spawnpoint/sdk/server'
import { noticeUses, notifyOwner, writeReporters } from './notify-people.ts'
import { deleteBlock, insertBlock, lockReport, updateReport, type Removal } from './report-queries.ts'
import type { Report } from './tables.ts'

const uses = {
  ...noticeUses,
  audit: Audit,
  clock: Clock,
  db: Database,
  hosted: optional(HostedImages),
  pictures: Pictures,
}
type Call = EndpointCall<typeof decideReport, typeof uses>

/** While image hosting is off, the picture itself is hidden or shown: no other plugin serves it. */
async function show({ hosted, pictures }: Call, tx: Transaction, row: Report, shown: boolean): Promise<void> {
  const hosting = hosted.get()
  if (hosting) await hosting.withhold(tx, row.image, shown ? null : 'removed')
  if (!hosting) await pictures.hide(tx, [row.pictureId], !shown)
}

/** Hides the picture with every variant and keeps the same picture from being uploaded again. */
async function remove(call: Call, tx: Transaction, row: Report, removal: Removal): Promise<Report> {
  const { actor, clock, pictures } = call
  const { reason, ground, facts } = removal
  const decision = { status: 'resolved' as const, decidedAt: clock.now(), decidedBy: actor.id }
  const changes = { ...decision, reason, ground, facts }
  await updateReport(tx, row.id, changes)
  await show(call, tx, row, false)
  const [picture] = await pictures.find([row.pictureId], tx)
  await insertBlock(tx, row, { likeness: picture?.likeness ?? null, createdAt: clock.now() })
  await notifyOwner(call, tx, { ...row, ...changes }, 'removed')
  await writeReporters(call, tx, row, 'reportUpheld')
  return { ...row, ...changes }
}

async function keep(call: Call, tx: Transaction, row: Report): Promise<Report> {
  const { actor, clock } = call
  const changes = { status: 'dismissed' as const, decidedAt: clock.now(), decidedBy: actor.id }
  await updateReport(tx, row.id, changes)
  if (row.hiddenAt) {
    await show(call, tx, row, true)
    await notifyOwner(call, tx, row, 'restored')
  }
  await writeReporters(call, tx, row, 'reportDismissed')
  return { ...row, ...changes }
}

/** Lifts the block; the image comes back unless it is gone for good. */
async function restore(call: Call, tx: Transaction, row: Report): Promise<Report> {
  const changes = { status: 'dismissed' as const, answer: 'restored' as const, answeredAt: call.clock.now() }
  await updateReport(tx, row.id, changes)
  await deleteBlock(tx, row.hash)
  if (row.purgedAt === null) await show(call, tx, row, true)
  await notifyOwner(call, tx, row, 'restored')
  return { ...row, ...changes }
}

async function uphold(call: Call, tx: Transaction, row: Report): Promise<Report> {
  const changes = { answer: 'upheld' as const, answeredAt: call.clock.now() }
  await updateReport(tx, row.id, changes)
  await notifyOwner(call, tx, row, 'upheld')
  return { ...row, ...changes }
}

const isOpen = ({ status }: Report) => status === 'pending' || status === 'reviewed'
const isRemoved = ({ status }: Report) => status === 'resolved'

const steps = {
  keep: { action: 'image-reports:kept', fits: isOpen, run: keep },
  restore: { action: 'image-reports:restored', fits: isRemoved, run: restore },
  uphold: {
    action: 'image-reports:upheld',
    fits: (row: Report) => isRemoved(row) && row.appeal !== null && row.answer === null,
    run: uphold,
  },
} as const

async function decide(tx: Transaction, call: Call) {
  const { actor, audit, body, fail, ip, params } = call
  const row = await lockReport(tx, params.id)
  if (!row) throw fail('NOT_FOUND')
  if (row.owner === actor.id) throw fail('IMAGE_REPORTS_OWN')
  const step =
    body.decision === 'remove'
      ? {
          action: 'image-reports:removed',
          fits: isOpen,
          run: () => remove(call, tx, row, body),
        }
      : steps[body.decision]
  if (!step.fits(row)) throw fail('IMAGE_REPORTS_DECIDED')
  const decided = await step.run(call, tx, row)
  const { id: report, image, status, reason, ground } = decided
  await audit.write(tx, {
    actor: actor.id,
    action: step.action,
    ...(row.owner !== null && { target: row.owner }),
    before: { status: row.status },
    after: { report, image, status, reason, ground },
    ip,
  })
  return { status }
}

export const handleDecideReport = answer(decideReport, uses, (call) =>
  call.db.orm.transaction((tx) => decide(tx, call)),
)
