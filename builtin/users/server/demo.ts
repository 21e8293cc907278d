import { Users } from '@spawnpoint/contracts/users'
import { Database, defineDemo, type DemoPerson } from '@spawnpoint/sdk/server'

const staff = ['Marta Kowalska', 'Jonas Lindqvist']
const customers = [
  'Aiko Tanaka',
  'Ben Whitaker',
  'Camille Rousseau',
  'Darius Popescu',
  'Elif Yilmaz',
  'Felix Brandt',
  'Grace Okafor',
  'Hugo Fernandez',
  'Ines Carvalho',
  'Jakub Novak',
  'Katarina Horvat',
  'Liam Gallagher',
  'Mihai Rusu',
  'Nadia Haddad',
  'Oskar Nilsson',
  'Priya Raman',
  'Quentin Mercier',
  'Rosa Delgado',
  'Stefan Ionescu',
  'Tomasz Zielinski',
  'Uma Krishnan',
  'Viktor Petrov',
  'Wendy Chen',
  'Yusuf Demir',
  'Zoe Papadaki',
]
const dayMs = 86_400_000

export const demo = defineDemo({
  uses: { db: Database, users: Users },
  async fill({ db, users }, stage) {
    const create = async (name: string, index: number, part: DemoPerson['part']) => {
      const [firstName = '', lastName = ''] = name.split(' ')
      const username = firstName.toLowerCase()
      const daysAgo = part === 'staff' ? 300 - index : 3 + Math.floor(stage.random() * 240)
      const person = {
        username,
        email: `${username}.${lastName.toLowerCase()}@example.com`,
        firstName,
        lastName,
        // An address that documentation reserves.
        ip: `198.51.100.${20 + index}`,
        verified: index % 8 !== 6,
      }
      const { id } = await stage.at(new Date(Date.now() - daysAgo * dayMs - stage.random() * dayMs), () =>
        db.orm.transaction((tx) => users.create(tx, person)),
      )
      stage.join({ id, username, part })
    }
    for (const [index, name] of staff.entries()) await create(name, index, 'staff')
    for (const [index, name] of customers.entries()) await create(name, staff.length + index, 'customer')
    for (const { id } of stage.people('customer').filter(() => stage.random() < 0.8))
      await users.recordSeen(id, `198.51.100.${20 + Math.floor(stage.random() * 200)}`)
    stage.offerSignIn('customer', stage.person('priya'))
    stage.offerSignIn('support agent', stage.person('jonas'), '/mc-admin')
    stage.offerSignIn('admin', stage.person('marta'), '/mc-admin')
  },
})
