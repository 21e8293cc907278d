import { HostedImages } from '@spawnpoint/contracts/image-hosting'
import { imageReportsSettings } from '@spawnpoint/contracts/image-reports'
import { Pictures } from '@spawnpoint/contracts/pictures'
import { optional } from '@spawnpoint/sdk/common'
import { Clock, Database, defineJob, Settings } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { forgetReporters, listPurgeable, updateReport } from './report-queries.ts'

const DAY = 86_400_000
const AT_ONCE = 500

const daily = { payload: z.object({}), schedule: '52 3 * * *', prunes: true }
const uses = {
  clock: Clock,
  db: Database,
  hosted: optional(HostedImages),
  pictures: Pictures,
  settings: Settings,
}

/** Removed images go for good once nobody can appeal anymore; reporters are forgotten. */
export const cleanUp = defineJob(
  'clean-up',
  daily,
  uses,
  async ({ clock, db, hosted, pictures, settings }) => {
    const now = clock.now()
    const before = (days: number) => new Date(now.getTime() - days * DAY)
    const days = settings.read(imageReportsSettings)
    const due = before(days.image_reports_appeal_days)
    for (const row of await listPurgeable(db.orm, due, AT_ONCE))
      await db.orm.transaction(async (tx) => {
        await hosted.get()?.remove(tx, row.image)
        await pictures.remove(tx, [row.pictureId])
        await updateReport(tx, row.id, { purgedAt: now })
      })
    const addresses = before(days.image_reports_keep_address_days)
    await forgetReporters(db.orm, addresses, before(days.image_reports_keep_name_days))
  },
)
