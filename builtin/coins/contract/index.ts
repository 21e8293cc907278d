export { coinsSettings } from './settings.ts'
export { coinsMoved } from './events.ts'
export {
  CoinCollectors,
  Ledger,
  type AccountName,
  type CoinCollector,
  type LedgerService,
  type Line,
  type IdempotencyContext,
  type OwnPosting,
  type Posting,
  type Refusal,
  type StatementLine,
  type SystemAccount,
} from './ledger-service.ts'
export {
  Till,
  Wallet,
  walletCapability,
  type Booked,
  type RefundRequest,
  type TillService,
  type WalletAnswer,
  type WalletRefusal,
  type WalletRequest,
  type WalletService,
} from './wallet-service.ts'
export { MOST_PLUGIN_COINS, readPluginBudget, writePluginBudget } from './plugin-budget.ts'
export { economyFile, economyPeriod, readEconomy } from './economy.ts'
export { readReport, reportFile, reportMonth } from './report.ts'
export { readCoinFigures } from './figures.ts'
export {
  adjustBalance,
  readBalance,
  readStatement,
  readUserAccount,
  readUserStatement,
  restoreBalance,
} from './account-calls.ts'
export {
  EconomyParts,
  type EconomyPart,
  type EconomyRule,
  type GiftRule,
  type InviteRule,
  type OnceRule,
  type PurchaseRule,
  type RenewalRule,
  type SettingsReader,
  type TaskRule,
  type TimeRule,
} from './economy-rules.ts'
export { readSimulationSettings, runSimulation } from './simulation.ts'
