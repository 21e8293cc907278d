import { Ledger } from '@spawnpoint/contracts/coins'
import { coins, defineBuiltin, defineEndpoint, userId } from '@spawnpoint/sdk/common'
import { answer, Database, definePluginServer } from '@spawnpoint/sdk/server'
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

const uses = { db: Database, ledger: Ledger }

const answerGift = answer(
  giveGift,
  uses,
  async ({ actor, body: { to, amount, requestKey }, fail, db, ledger }) => {
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
  },
)

const manifest = defineBuiltin({ id: 'bench-gifts', title: 'Gifts', description: 'Gifts of coins' })

export const giftPlugin = definePluginServer(manifest, { endpoints: [answerGift] })
