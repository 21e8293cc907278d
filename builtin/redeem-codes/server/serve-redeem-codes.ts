import { redeemCodes } from '@spawnpoint/contracts/redeem-codes'
import { redeemCodeFields } from '@spawnpoint/contracts/redeem-codes/schemas'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import type { AuditService, DatabaseService, ServerHost } from '@spawnpoint/sdk/server'
import type { Calendar } from './create-calendar.ts'
import { statusOf } from './status-of.ts'
import { redeemCode } from './tables.ts'

const deciding = redeemCodeFields.pick({ enabled: true, uses: true, expiresOn: true })

/** The codes as staff see and write them; each write says anew where the code stands. */
export const serveRedeemCodes = (uses: {
  db: DatabaseService
  audit: AuditService
  host: ServerHost
  calendar: Calendar
}): void =>
  serveResource(redeemCodes, {
    ...uses,
    table: redeemCode,
    async beforeWrite({ before, values }) {
      const { enabled, uses: left, expiresOn = null } = deciding.parse({ ...before, ...values })
      return { ...values, status: statusOf({ enabled, uses: left, expiresOn }, uses.calendar.today()) }
    },
  })
