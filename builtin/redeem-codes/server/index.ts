import { Ledger } from '@spawnpoint/contracts/coins'
import { RedeemCodes } from '@spawnpoint/contracts/redeem-codes'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import { Audit, Clock, Database, defineServerPart, Events, Settings } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { redeemCodes } from '../resource.ts'
import { createCalendar } from './create-calendar.ts'
import { createRedeemCodes } from './create-redeem-codes.ts'
import { turnTheDay } from './redemption-queries.ts'
import { statusOf } from './status-of.ts'

export default defineServerPart({
  uses: { db: Database, audit: Audit, events: Events, clock: Clock, settings: Settings, ledger: Ledger },
  provides: RedeemCodes,
  setup({ db, audit, events, clock, settings, ledger }, host) {
    const calendar = createCalendar({ clock, settings })
    serveResource(
      redeemCodes,
      { db, audit, host },
      {
        async beforeWrite({ before, values }) {
          const { enabled = false, uses = 0, expiresOn = null } = { ...before, ...values }
          return { ...values, status: statusOf({ enabled, uses, expiresOn }, calendar.today()) }
        },
      },
    )
    host.job('day', { payload: z.object({}), schedule: '*/5 * * * *' }, () =>
      turnTheDay(db.orm, calendar.today()),
    )
    return createRedeemCodes({ db, ledger, events, calendar })
  },
})
