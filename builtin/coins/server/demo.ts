import { adjustBalance } from '@spawnpoint/contracts/coins'
import { Roles } from '@spawnpoint/contracts/roles'
import { defineDemo } from '@spawnpoint/sdk/server'

const prizes = [
  { amount: 500, note: 'Welcome bonus of the launch week' },
  { amount: 1200, note: 'Build contest, third place' },
  { amount: 2500, note: 'Build contest, first place' },
  { amount: 350, note: 'Sorry for the outage on Sunday' },
]

export const demo = defineDemo({
  // Only users with a role may give coins.
  uses: { roles: Roles },
  async fill(_uses, stage) {
    const admin = stage.person('marta')
    const give = (user: string, amount: number, note: string) =>
      stage.call(admin, adjustBalance, { body: { user, amount, note, requestKey: stage.uuid() } })
    for (const { id, username } of stage.people('customer')) {
      const [bonus, ...others] = prizes
      if (bonus) await give(id, bonus.amount, bonus.note)
      for (const { amount, note } of others)
        if (username === 'priya' || stage.random() < 0.3) await give(id, amount, note)
    }
    await give(stage.person('viktor').id, -150, 'Bonus given twice by mistake')
  },
})
