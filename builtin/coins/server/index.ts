import { coinsSettings, Ledger } from '@spawnpoint/contracts/coins'
import { Database, definePluginServer, Events, provide, Sessions } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { handleReadCoinFigures } from './coin-figures.ts'
import { economyFileRoute, economyJob, handleReadEconomy } from './economy.ts'
import { createLedger } from './create-ledger.ts'
import {
  handleReadBalance,
  handleReadStatement,
  handleReadUserAccount,
  handleReadUserStatement,
} from './handle-account-calls.ts'
import { handleAdjustBalance } from './handle-adjust-balance.ts'
import { rankCoins } from './rank-coins.ts'
import { showCoins } from './show-coins.ts'
import { handleRestoreBalance } from './handle-restore-balance.ts'
import { checkHealth, reckonJob } from './reckon.ts'

export default definePluginServer(manifest, {
  settings: coinsSettings,
  provides: [
    provide(Ledger, { db: Database, events: Events, sessions: Sessions }, createLedger),
    rankCoins,
    showCoins,
  ],
  endpoints: [
    handleReadBalance,
    handleReadStatement,
    handleReadUserAccount,
    handleReadUserStatement,
    handleReadCoinFigures,
    handleReadEconomy,
    handleAdjustBalance,
    handleRestoreBalance,
  ],
  jobs: [reckonJob, economyJob],
  uses: { db: Database, ledger: Ledger },
  setup({ db, ledger }, host) {
    host.describeSession(async ({ id }) => ({ userInfo: { credits: await ledger.balance(id) } }))
    host.routes(economyFileRoute({ db }))
    host.health('ledger', () => checkHealth({ db }))
  },
})
