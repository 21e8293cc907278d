import { sendHeartbeat, startCounting } from '@spawnpoint/contracts/afk'
import { Ledger } from '@spawnpoint/contracts/coins'
import { Users } from '@spawnpoint/contracts/users'
import { defineDemo } from '@spawnpoint/sdk/server'

const heartbeats = 8

export const demo = defineDemo({
  uses: { ledger: Ledger, users: Users },
  async fill(_uses, stage) {
    for (const person of stage.people('customer').filter(() => stage.random() < 0.25)) {
      const began = stage.past(person.since)
      stage.plan(began, async () => {
        let at = began.getTime()
        let { nonce, dueInMs } = await stage.at(began, () =>
          stage.call(person, startCounting, { body: { resume: null } }),
        )
        for (let sent = 0; sent < heartbeats; sent += 1) {
          at += dueInMs
          const body = { nonce }
          const answer = await stage.at(new Date(at), () => stage.call(person, sendHeartbeat, { body }))
          nonce = answer.nonce
          dueInMs = answer.dueInMs
        }
      })
    }
  },
})
