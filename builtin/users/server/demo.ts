import { Users } from '@spawnpoint/contracts/users'
import { Database, defineDemo, type DemoPerson } from '@spawnpoint/sdk/server'
import { drawFace } from './demo-face.ts'

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
/** Joined lately: they have not done much yet. */
const newcomers = [
  'Adam Kovac',
  'Bianca Ferrari',
  'Cedric Martin',
  'Daria Sokolova',
  'Emil Larsen',
  'Fatima Benali',
  'Gustav Berg',
  'Hana Sato',
  'Ivan Marin',
  'Julia Weber',
  'Kenji Mori',
  'Lucia Romero',
  'Marek Dvorak',
  'Nina Keller',
  'Otto Lehmann',
  'Paula Santos',
  'Rafael Costa',
  'Sofia Rossi',
  'Theo Laurent',
  'Vera Moldovan',
]
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const today = Math.floor(Date.now() / dayMs) * dayMs

export const demo = defineDemo({
  uses: { db: Database, users: Users },
  async fill({ db, users }, stage) {
    const create = async (name: string, index: number, part: DemoPerson['part'], joined?: Date) => {
      const [firstName = '', lastName = ''] = name.split(' ')
      const username = firstName.toLowerCase()
      const daysAgo = part === 'staff' ? 300 - index : 95 + Math.floor(stage.random() * 240)
      const since = joined ?? new Date(today - daysAgo * dayMs + (10 + stage.random() * 10) * hourMs)
      const person = {
        username,
        email: `${username}.${lastName.toLowerCase()}@example.com`,
        firstName,
        lastName,
        // An address that documentation reserves.
        ip: `198.51.100.${20 + index}`,
        verified: index % 8 !== 6,
      }
      const { id } = await stage.at(since, () => db.orm.transaction((tx) => users.create(tx, person)))
      stage.join({ id, username, part, since })
    }
    for (const [index, name] of staff.entries()) await create(name, index, 'staff')
    for (const [index, name] of customers.entries()) await create(name, staff.length + index, 'customer')
    for (const [index, name] of newcomers.entries())
      await create(name, staff.length + customers.length + index, 'customer', stage.past(new Date(0)))
    for (const { id, since } of stage.people('customer').filter(() => stage.random() < 0.8)) {
      const ip = `198.51.100.${20 + Math.floor(stage.random() * 200)}`
      const lately = new Date(Math.max(since.getTime(), today - (stage.random() < 0.6 ? 7 : 40) * dayMs))
      await stage.at(stage.past(lately), () => users.recordSeen(id, ip))
    }
    const guests = ['priya', 'jonas', 'marta']
    for (const { id, username } of [...stage.people('staff'), ...stage.people('customer')]) {
      if (guests.includes(username) || stage.random() < 0.25) continue
      await db.orm.transaction((tx) => users.changeAvatar(tx, id, { avatar: drawFace(stage.random) }))
    }
    stage.offerSignIn('customer', stage.person('priya'))
    stage.offerSignIn('support agent', stage.person('jonas'), '/mc-admin')
    stage.offerSignIn('admin', stage.person('marta'), '/mc-admin')
  },
})
