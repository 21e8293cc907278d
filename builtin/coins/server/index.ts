import {
  adjustBalance,
  coinsSettings,
  Ledger,
  readBalance,
  readStatement,
  readUserAccount,
  readUserStatement,
  restoreBalance,
} from '@spawnpoint/contracts/coins'
import { Mail } from '@spawnpoint/contracts/mail'
import { Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import {
  Audit,
  Database,
  defineServerPart,
  Events,
  Log,
  Permissions,
  Sessions,
  Settings,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { createLedger } from './create-ledger.ts'
import {
  handleReadBalance,
  handleReadStatement,
  handleReadUserAccount,
  handleReadUserStatement,
} from './handle-account-calls.ts'
import { handleAdjustBalance } from './handle-adjust-balance.ts'
import { handleRestoreBalance } from './handle-restore-balance.ts'
import { checkHealth, reckon } from './reckon.ts'

export default defineServerPart({
  uses: {
    db: Database,
    events: Events,
    sessions: Sessions,
    settings: Settings,
    audit: Audit,
    log: Log,
    permissions: Permissions,
    users: Users,
    mail: optional(Mail),
  },
  provides: Ledger,
  settings: coinsSettings,
  setup(uses, host) {
    const { db, events, sessions, audit, log, permissions } = uses
    const ledger = createLedger({ db, events, sessions })
    host.endpoint(readBalance, handleReadBalance({ ledger }))
    host.endpoint(readStatement, handleReadStatement({ ledger }))
    host.endpoint(readUserAccount, handleReadUserAccount({ db, permissions }))
    host.endpoint(readUserStatement, handleReadUserStatement({ ledger, db }))
    host.endpoint(adjustBalance, handleAdjustBalance({ ...uses, ledger }))
    host.endpoint(restoreBalance, handleRestoreBalance(uses))
    host.describeSession(async ({ id }) => ({ userInfo: { credits: await ledger.balance(id) } }))
    host.job('reckon', { payload: z.object({}), schedule: '23 3 * * *', timeoutMs: 1_200_000 }, () =>
      reckon({ db, audit, log }),
    )
    host.health('ledger', () => checkHealth({ db }))
    return ledger
  },
})
