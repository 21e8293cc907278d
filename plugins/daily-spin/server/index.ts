import { Wallet } from '@spawnpoint/contracts/coins'
import { userCreated, UserNames } from '@spawnpoint/contracts/users'
import { answer, defineJob, definePluginServer, listen } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { listSpins, readWheel } from '../contract/index.ts'
import manifest from '../manifest.ts'
import { answerSpin } from './answer-spin.ts'
import { dayOf, nextDay } from './day.ts'
import { settle } from './pay.ts'
import { readSettings } from './settings.ts'
import { countToday, giveBonus, pageOfSpins, sumsOf, sweepSpins } from './spins.ts'
import { sumOfOdds, wheelOf } from './wheel.ts'

const answerWheel = answer(readWheel, manifest, async ({ actor, clock, config, db, services }) => {
  const now = clock.now()
  const settings = readSettings(config)
  const wheel = wheelOf(settings)
  const [{ daily, bonus, paid, owed }, balance] = await Promise.all([
    countToday(db, actor.id, dayOf(now)),
    services.find(Wallet)?.balance(actor.id),
  ])
  return {
    segments: wheel.map(({ prize, coins, odds }) => ({ prize, coins, chance: odds / sumOfOdds(wheel) })),
    price: settings.price,
    hasFreeSpin: daily === 0 || bonus > 0,
    paidSpinsLeft: Math.max(0, settings.paid_per_day - paid),
    balance: balance ?? 0,
    nextFreeAt: nextDay(now).toISOString(),
    owed,
  }
})

const answerSpins = answer(listSpins, manifest, async ({ query, clock, db, services }) => {
  const [{ rows, hasMore }, today, budget] = await Promise.all([
    pageOfSpins(db, query.before),
    sumsOf(db, dayOf(clock.now())),
    services.find(Wallet)?.budget(),
  ])
  const people = await services.find(UserNames)?.findMany([...new Set(rows.map(({ person }) => person))])
  const names = new Map(people?.map(({ id, username }) => [String(id), username]))
  return {
    spins: rows.map(({ id, person, prize, price, coins, state, at }) => ({
      id,
      person,
      username: names.get(person) ?? null,
      prize,
      price,
      coins,
      isPaid: state === 'paid',
      at: at.toISOString(),
    })),
    hasMore,
    today,
    budget: budget ?? null,
  }
})

const payload = z.object({})
const settleJob = defineJob(
  'settle',
  { payload, schedule: '*/10 * * * *' },
  manifest,
  ({ clock, db, services }) => settle({ db, services }, clock.now()),
)
const sweepJob = defineJob(
  'sweep',
  { payload, schedule: '40 3 * * *' },
  manifest,
  async ({ clock, config, db }) => {
    await sweepSpins(db, { now: clock.now(), days: readSettings(config).keep_days })
  },
)

// A new customer gets one more free spin, which does not end with the day.
const welcome = listen(userCreated, manifest, async ({ payload: { id }, db }) => {
  await giveBonus(db, id)
})

export default definePluginServer(manifest, {
  endpoints: [answerWheel, answerSpin, answerSpins],
  jobs: [settleJob, sweepJob],
  listeners: [welcome],
  setup({ clock, db, hooks, health }) {
    // The dashboard's reminder asks for the wheel only where the session says that a free spin is left.
    hooks.on('describeSession', async (session) => {
      const { daily, bonus } = await countToday(db, session.userId, dayOf(clock.now()))
      session.add('stats', 'free', daily === 0 || bonus > 0)
    })
    health('prizes', async () => {
      const { owed } = await sumsOf(db, dayOf(clock.now()))
      return owed > 0
        ? { status: 'warning', detail: `${owed} coins are owed; raise the daily budget at /mc-admin/plugins` }
        : { status: 'healthy', detail: 'All prizes are paid' }
    })
  },
})
