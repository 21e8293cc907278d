import { Ledger } from '@spawnpoint/contracts/coins'
import { giveCoins } from '@spawnpoint/contracts/gifts'
import { feeOf } from '@spawnpoint/contracts/gifts/schemas'
import { RedeemCodes } from '@spawnpoint/contracts/redeem-codes'
import { defineDemo } from '@spawnpoint/sdk/server'

export const demo = defineDemo({
  // Coins are earned before they are given.
  uses: { ledger: Ledger, codes: RedeemCodes },
  async fill({ ledger }, stage) {
    const people = stage.people('customer')
    for (const [index, giver] of people.entries()) {
      const recipient = people[(index * 7 + 3) % people.length]
      if (!recipient || recipient === giver || stage.random() < 0.6) continue
      const coins = 5 + Math.floor(stage.random() * 40)
      const body = { to: recipient.id, coins, fee: feeOf(coins, 10), requestKey: stage.uuid() }
      stage.plan(stage.past(giver.since > recipient.since ? giver.since : recipient.since), async () => {
        if ((await ledger.balance(giver.id)) > 2 * coins) await stage.call(giver, giveCoins, { body })
      })
    }
  },
})
