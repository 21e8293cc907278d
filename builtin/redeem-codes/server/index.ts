import { Ledger } from '@spawnpoint/contracts/coins'
import { RedeemCodes } from '@spawnpoint/contracts/redeem-codes'
import { Audit, Clock, Database, defineServerPart, Events, Settings } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { createCalendar } from './create-calendar.ts'
import { createRedeemCodes } from './create-redeem-codes.ts'
import { turnTheDay } from './redemption-queries.ts'
import { serveRedeemCodes } from './serve-redeem-codes.ts'

export default defineServerPart({
  uses: { db: Database, audit: Audit, events: Events, clock: Clock, settings: Settings, ledger: Ledger },
  provides: RedeemCodes,
  setup({ db, audit, events, clock, settings, ledger }, host) {
    const calendar = createCalendar({ clock, settings })
    serveRedeemCodes({ db, audit, host, calendar })
    host.job('day', { payload: z.object({}), schedule: '*/5 * * * *' }, () =>
      turnTheDay(db.orm, calendar.today()),
    )
    return createRedeemCodes({ db, ledger, events, calendar })
  },
})
