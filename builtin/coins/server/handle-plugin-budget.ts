import {
  coinsSettings,
  readPluginBudget,
  walletCapability,
  writePluginBudget,
} from '@spawnpoint/contracts/coins'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import {
  answer,
  Audit,
  Clock,
  Database,
  listen,
  pluginRemoved,
  Plugins,
  requireReauthentication,
  Sessions,
  Settings,
} from '@spawnpoint/sdk/server'
import { dropBudget, findSpending, setBudget } from './plugin-wallet-queries.ts'

const uses = {
  db: Database,
  audit: Audit,
  clock: Clock,
  plugins: Plugins,
  sessions: Sessions,
  settings: Settings,
}

export const handleReadPluginBudget = answer(
  readPluginBudget,
  { db: Database, clock: Clock },
  async ({ params, db, clock }) => {
    const { paid, perDay } = await findSpending(db.orm, params.plugin, clock.now())
    return { perDay, paidToday: paid }
  },
)

export const handleWritePluginBudget = answer(writePluginBudget, uses, async (call) => {
  const { actor, params, body, ip, fail, db, audit, clock, plugins, sessions, settings } = call
  await requireReauthentication(sessions, actor)
  const { coins_adjustment_daily_max: most } = settings.read(coinsSettings)
  if (body.perDay > most && !actor.can(ROOT_PERMISSION))
    throw fail('COINS_BUDGET_CEILING', { details: { most } })
  const row = (await plugins.list()).find(({ id }) => id === params.plugin)
  if (!row?.capabilities.includes(walletCapability)) throw fail('COINS_NO_WALLET')
  await db.orm.transaction(async (tx) => {
    const before = await setBudget(tx, row.id, row.title, body.perDay)
    if (before === body.perDay) return
    await audit.write(tx, {
      actor: actor.id,
      action: 'coins:plugin_budget_set',
      target: row.id,
      before: { perDay: before },
      after: { perDay: body.perDay },
      ip,
    })
  })
  const { paid } = await findSpending(db.orm, row.id, clock.now())
  return { perDay: body.perDay, paidToday: paid }
})

/** Another plugin may come under the same id: it begins without a budget. */
export const dropBudgetOfRemoved = listen(pluginRemoved, { db: Database }, ({ payload, db }) =>
  dropBudget(db.orm, payload.id),
)
