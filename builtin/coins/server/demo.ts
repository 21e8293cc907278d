import { adjustBalance } from '@spawnpoint/contracts/coins'
import { Roles } from '@spawnpoint/contracts/roles'
import { defineDemo, type DemoPerson } from '@spawnpoint/sdk/server'

const dayMs = 86_400_000
const start = Math.floor(Date.now() / dayMs - 90) * dayMs + dayMs / 2

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
    const give = ({ id }: DemoPerson, amount: number, note: string, moment: Date) => {
      const requestKey = stage.uuid()
      stage.plan(moment, () =>
        stage.call(admin, adjustBalance, { body: { user: id, amount, note, requestKey } }),
      )
    }
    for (const person of stage.people('customer')) {
      const [bonus, ...others] = prizes
      if (bonus)
        give(
          person,
          bonus.amount,
          bonus.note,
          new Date(Math.max(start, person.since.getTime() + dayMs) + stage.random() * dayMs),
        )
      for (const { amount, note } of others)
        if (person.username === 'priya' || stage.random() < 0.3)
          give(person, amount, note, stage.past(person.since))
    }
    const viktor = stage.person('viktor')
    give(viktor, -150, 'Bonus given twice by mistake', stage.past(new Date(start + 10 * dayMs)))
  },
})
