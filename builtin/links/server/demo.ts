import { Ledger } from '@spawnpoint/contracts/coins'
import { LinkProviders } from '@spawnpoint/contracts/links'
import { changeSettings } from '@spawnpoint/contracts/settings'
import { Users } from '@spawnpoint/contracts/users'
import { Database, defineDemo } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import { attempt } from './tables.ts'

const coins = 40

/** The balances of these two are set to the coin. */
const balanced = new Set(['priya', 'viktor'])

// Keys that no provider knows: the offers are shown, and a start says that the provider is out of reach.
const values = {
  l4r_shareus_enabled: true,
  l4r_shareus_api_key: 'demonstration',
  l4r_shareus_coins_per_link: coins,
  l4r_linkpays_enabled: true,
  l4r_linkpays_api_key: 'demonstration',
  l4r_linkpays_coins_per_link: coins,
}

/** Links were followed at providers that the demonstration cannot reach, so its rows are written as they would be. */
export const demo = defineDemo({
  uses: { db: Database, ledger: Ledger, providers: LinkProviders, users: Users },
  async fill({ db, ledger, providers }, stage) {
    await stage.call(stage.person('marta'), changeSettings, { body: { values } })
    const offered = providers.list().filter((provider) => provider.rules())
    // Without random numbers of the stage, which would change what the other plugins are filled with.
    for (const [index, person] of stage.people('customer').entries()) {
      if (balanced.has(person.username)) continue
      for (const { id: provider, name } of offered.filter((_, nth) => (index + nth) % 4 === 1)) {
        const key = randomUUID()
        const at = stage.past(person.since, `links ${provider} ${person.username}`)
        const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)
        stage.plan(at, () =>
          db.orm.transaction(async (tx) => {
            const row = { key, userId: person.id, provider, coins, state: 'paid' as const }
            const times = { createdAt: at, earliestAt: later(60), expiresAt: later(3600), paidAt: later(95) }
            await tx
              .insert(attempt)
              .values({ ...row, ...times, paidOn: times.paidAt.toISOString().slice(0, 10) })
            await ledger.earn(tx, {
              scope: 'links',
              key,
              kind: 'links:earned',
              note: name,
              user: person.id,
              from: 'earnings',
              amount: coins,
            })
          }),
        )
      }
    }
  },
})
