import { Ledger } from '@spawnpoint/contracts/coins'
import { coins, defineEndpoint, userId } from '@spawnpoint/sdk/common'
import { answer, Database, defineServerPart } from '@spawnpoint/sdk/server'
import { z } from 'zod'

/** A gift from one customer to another: no built-in of ours has it yet, so the bench brings its own. */
const giveGift = defineEndpoint({
  method: 'POST',
  path: '/api/bench-gifts/gifts',
  summary: 'Give coins to another customer',
  access: { user: true },
  body: z.strictObject({ to: userId, amount: coins.min(1), requestKey: z.uuid() }),
  reply: z.object({ balance: coins }),
  fails: { GIFT_REFUSED: 409 },
})

export const giftPlugin = defineServerPart({
  uses: { db: Database, ledger: Ledger },
  setup({ db, ledger }, host) {
    host.endpoint(
      giveGift,
      answer(giveGift, async ({ actor, body: { to, amount, requestKey }, fail }) => {
        const posting = await db.orm.transaction((tx) =>
          ledger.transfer(tx, {
            scope: `bench-gifts:${actor.id}`,
            key: requestKey,
            kind: 'bench-gifts:given',
            from: { user: actor.id },
            to: { user: to },
            amount,
          }),
        )
        if (!('balances' in posting)) throw fail('GIFT_REFUSED')
        return { balance: posting.balances[actor.id] ?? 0 }
      }),
    )
  },
})
