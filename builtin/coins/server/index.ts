import {
  adjustBalance,
  Ledger,
  readBalance,
  readStatement,
  readUserAccount,
  restoreBalance,
} from '@spawnpoint/contracts/coins'
import { Audit, Database, defineServerPart, Events, Log, Sessions } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { createLedger } from './create-ledger.ts'
import { handleReadBalance, handleReadStatement, handleReadUserAccount } from './handle-account-calls.ts'
import { handleAdjustBalance } from './handle-adjust-balance.ts'
import { handleRestoreBalance } from './handle-restore-balance.ts'
import { checkHealth, reckon } from './reckon.ts'

export default defineServerPart({
  uses: { db: Database, events: Events, sessions: Sessions, audit: Audit, log: Log },
  provides: Ledger,
  setup({ db, events, sessions, audit, log }, host) {
    const ledger = createLedger({ db, events, sessions })
    host.endpoint(readBalance, handleReadBalance({ ledger }))
    host.endpoint(readStatement, handleReadStatement({ ledger }))
    host.endpoint(readUserAccount, handleReadUserAccount({ ledger, db }))
    host.endpoint(adjustBalance, handleAdjustBalance({ db, ledger, sessions, audit }))
    host.endpoint(restoreBalance, handleRestoreBalance({ db, sessions, audit }))
    host.describeSession(async ({ id }) => ({ userInfo: { credits: await ledger.balance(id) } }))
    host.job('reckon', { payload: z.object({}), schedule: '23 3 * * *', timeoutMs: 1_200_000 }, () =>
      reckon({ db, audit, log }),
    )
    host.health('ledger', () => checkHealth({ db }))
    return ledger
  },
})
