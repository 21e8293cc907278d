import { sendHeartbeat, startCounting } from '@spawnpoint/contracts/afk'
import { Ledger } from '@spawnpoint/contracts/coins'
import { Users } from '@spawnpoint/contracts/users'
import { defineDemo } from '@spawnpoint/sdk/server'

/** Each stays for so many coins, however many heartbeats that takes. */
const coins = 3

/** The balances of these two are set to the coin. */
const balanced = new Set(['priya', 'viktor'])

export const demo = defineDemo({
  uses: { ledger: Ledger, users: Users },
  async fill(_uses, stage) {
    // Without random numbers of the stage, which would change what the other plugins are filled with.
    for (const [index, person] of stage.people('customer').entries()) {
      if (index % 4 !== 0 || balanced.has(person.username)) continue
      const began = stage.past(person.since, `afk ${person.username}`)
      stage.plan(began, async () => {
        let at = began.getTime()
        let counting = await stage.at(began, () =>
          stage.call(person, startCounting, { body: { resume: null } }),
        )
        let paid = 0
        while (paid < coins) {
          at += counting.dueInMs
          const body = { nonce: counting.nonce }
          counting = await stage.at(new Date(at), () => stage.call(person, sendHeartbeat, { body }))
          if (counting.balance !== null) paid += 1
        }
      })
    }
  },
})
