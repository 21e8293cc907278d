import { CoinCollectors, coinsSettings, Ledger, Till, Wallet } from '@spawnpoint/contracts/coins'
import { Users } from '@spawnpoint/contracts/users'
import { every } from '@spawnpoint/sdk/common'
import {
  Clock,
  Database,
  definePluginServer,
  Events,
  Plugins,
  provide,
  Sessions,
} from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { budgetAdvice } from './budget-advice.ts'
import { coinsExport } from './export.ts'
import { coinMetrics } from './coin-metrics.ts'
import { handleReadCoinFigures } from './coin-figures.ts'
import { economyFileRoute, economyJob, handleReadEconomy } from './economy.ts'
import { handleReadReport, reportFileRoute } from './economy-report.ts'
import { createLedger } from './create-ledger.ts'
import { createTills, createWallets } from './create-wallets.ts'
import {
  handleReadBalance,
  handleReadStatement,
  handleReadUserAccount,
  handleReadUserStatement,
} from './handle-account-calls.ts'
import { handleAdjustBalance } from './handle-adjust-balance.ts'
import {
  dropBudgetOfRemoved,
  handleReadPluginBudget,
  handleWritePluginBudget,
} from './handle-plugin-budget.ts'
import { rankCoins } from './rank-coins.ts'
import { showCoins } from './show-coins.ts'
import { handleReadSimulationSettings, handleRunSimulation, Simulator } from './handle-simulation.ts'
import { handleRestoreBalance } from './handle-restore-balance.ts'
import { checkHealth, reckonJob } from './reckon.ts'
import { createSimulator } from './run-simulation.ts'

export default definePluginServer(manifest, {
  settings: coinsSettings,
  provides: [
    coinsExport,
    provide(
      Ledger,
      { db: Database, events: Events, sessions: Sessions, users: Users, collectors: every(CoinCollectors) },
      createLedger,
    ),
    provide(Wallet, { db: Database, ledger: Ledger, clock: Clock, plugins: Plugins }, createWallets),
    provide(Till, { db: Database, ledger: Ledger, clock: Clock, plugins: Plugins }, createTills),
    provide(Simulator, {}, createSimulator),
    rankCoins,
    showCoins,
    coinMetrics,
    budgetAdvice,
  ],
  endpoints: [
    handleReadBalance,
    handleReadStatement,
    handleReadUserAccount,
    handleReadUserStatement,
    handleReadCoinFigures,
    handleReadEconomy,
    handleReadReport,
    handleReadSimulationSettings,
    handleRunSimulation,
    handleAdjustBalance,
    handleRestoreBalance,
    handleReadPluginBudget,
    handleWritePluginBudget,
  ],
  listeners: [dropBudgetOfRemoved],
  jobs: [reckonJob, economyJob],
  uses: { db: Database, ledger: Ledger, simulator: Simulator, users: Users },
  setup({ db, ledger, simulator, users }, host) {
    host.describeSession(async ({ id }) => ({ userInfo: { credits: await ledger.balance(id) } }))
    host.routes(economyFileRoute({ db }))
    host.routes(reportFileRoute({ db, users }))
    host.onDispose(() => simulator.stop())
    host.health('ledger', () => checkHealth({ db }))
  },
})
