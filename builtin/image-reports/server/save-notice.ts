import { HostedImages, type FoundImage } from '@spawnpoint/contracts/image-hosting'
import { imageReportsSettings } from '@spawnpoint/contracts/image-reports'
import type { ReportReason } from '@spawnpoint/contracts/image-reports/schemas'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { addressPrefix, Clock, Database, Limits, Secrets, type Transaction } from '@spawnpoint/sdk/server'
import { randomInt } from 'node:crypto'
import { noticeUses, notifyOwner, writeReporter } from './notify-people.ts'
import {
  countTrusted,
  findReceipt,
  insertNotice,
  joinReport,
  updateReport,
  wasKept,
} from './report-queries.ts'
import type { Report } from './tables.ts'

export const uses = {
  ...noticeUses,
  clock: Clock,
  db: Database,
  hosted: optional(HostedImages),
  limits: Limits,
  secrets: Secrets,
}
export type Services = ServicesOf<typeof uses>

export interface GivenNotice {
  readonly reason: ReportReason
  readonly details: string
  readonly name: string | null
  readonly email: string | null
  readonly language: string
  readonly ip: string
}

const perNetwork = { max: 10, perSeconds: 3600 }
// A foreign address must not be flooded with receipts.
const perAddress = { max: 20, perSeconds: 86_400 }

// Without signs that look alike.
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const block = () => Array.from({ length: 4 }, () => signs.charAt(randomInt(signs.length))).join('')
const newReceipt = () => `IR-${block()}-${block()}`

/** Hides the image until staff decide, once enough people have reported it; staff who kept it before are not overruled. */
async function hideIfMany(services: Services, tx: Transaction, row: Report): Promise<void> {
  const { clock, hosted, settings } = services
  const most = settings.read(imageReportsSettings).image_reports_hide_after
  if (most === 0 || row.hiddenAt !== null) return
  if ((await countTrusted(tx, row.id)) < most || (await wasKept(tx, row.image))) return
  if (!(await hosted.get()?.withhold(tx, row.image, 'review'))) return
  await updateReport(tx, row.id, { hiddenAt: clock.now() })
  await notifyOwner(services, tx, row, 'withheld')
}

/** Null where one network or email address reports too often. */
export async function saveNotice(
  services: Services,
  { name: image, title, owner, picture }: FoundImage,
  given: GivenNotice,
): Promise<{ readonly receipt: string } | null> {
  const { clock, db, limits, secrets } = services
  const network = secrets.sign('image-reports.network', addressPrefix(given.ip))
  const address = given.email?.toLowerCase() ?? ''
  if (!(await limits.take(`image-reports:${network}`, perNetwork))) return null
  const addressKey = secrets.sign('image-reports.email', address)
  if (address !== '' && !(await limits.take(`image-reports.email:${addressKey}`, perAddress))) return null
  const reporter = secrets.sign('image-reports.reporter', `${addressPrefix(given.ip)} ${address}`)
  const now = clock.now()
  return db.orm.transaction(async (tx) => {
    const { reason } = given
    const { id: pictureId, hash } = picture
    const row = await joinReport(tx, { image, title, owner, pictureId, hash, reason, reportedAt: now })
    const { ip, ...rest } = given
    const added = await insertNotice(tx, {
      ...rest,
      ip,
      reportId: row.id,
      receipt: newReceipt(),
      reporter,
      network,
      createdAt: now,
    })
    if (!added) return { receipt: (await findReceipt(tx, row.id, reporter)) ?? '' }
    await writeReporter(services, tx, added, { kind: 'receipt', image })
    await hideIfMany(services, tx, row)
    return { receipt: added.receipt }
  })
}
