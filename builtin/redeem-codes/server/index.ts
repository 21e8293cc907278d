import { Ledger } from '@spawnpoint/contracts/coins'
import { RedeemCodes, redeemCodes } from '@spawnpoint/contracts/redeem-codes'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import { Audit, Clock, Database, defineServerPart, Events } from '@spawnpoint/sdk/server'
import { createRedeemCodes } from './create-redeem-codes.ts'
import { redeemCode } from './tables.ts'

export default defineServerPart({
  uses: { db: Database, audit: Audit, events: Events, clock: Clock, ledger: Ledger },
  provides: RedeemCodes,
  setup({ db, audit, events, clock, ledger }, host) {
    serveResource(redeemCodes, { table: redeemCode, db, audit, host })
    return createRedeemCodes({ db, ledger, events, clock })
  },
})
