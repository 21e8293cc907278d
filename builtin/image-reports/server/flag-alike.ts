import { HostedImages, ImageGuards, type FoundImage } from '@spawnpoint/contracts/image-hosting'
import { imageReportsSettings } from '@spawnpoint/contracts/image-reports'
import { memberOf, optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { Clock, Database, provide, type Transaction } from '@spawnpoint/sdk/server'
import { noticeUses, notifyOwner } from './notify-people.ts'
import { findAlike, isBlocked, joinReport, updateReport, wasHashKept } from './report-queries.ts'

const uses = { ...noticeUses, clock: Clock, db: Database, hosted: optional(HostedImages) }

/** Opens a report of an image that looks like a removed one, and hides it until staff decide. */
async function flagAlike(services: ServicesOf<typeof uses>, tx: Transaction, image: FoundImage) {
  const { clock, hosted, settings } = services
  const { name, title, owner, picture } = image
  const removed = await findAlike(tx, picture.likeness)
  if (!removed || (await wasHashKept(tx, picture.hash))) return
  const now = clock.now()
  const { id: pictureId, hash } = picture
  const { reason, id: alike } = removed
  const row = await joinReport(tx, { image: name, title, owner, pictureId, hash, reason, reportedAt: now })
  const isHidden =
    settings.read(imageReportsSettings).image_reports_hide_after > 0 &&
    (await hosted.get()?.withhold(tx, name, 'review')) === true
  await updateReport(tx, row.id, { alike, ...(isHidden && { hiddenAt: now }) })
  if (isHidden) await notifyOwner(services, tx, row, 'alike')
}

/** The very picture that staff removed is refused; one that only looks like it is for people to decide. */
export const guard = provide(memberOf(ImageGuards, 'image-reports'), uses, (services) => ({
  refuses: ({ hash }) => isBlocked(services.db.orm, hash),
  stored: (tx, image) => flagAlike(services, tx, image),
}))
