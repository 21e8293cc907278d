import { Users } from '@spawnpoint/contracts/users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

let host: HostingServer

beforeAll(async () => {
  // Behind the wall clock, which runs the jobs: what is to be tried again later is tried at once.
  host = await startHostingServer({ clock: { now: () => new Date('2025-03-01T10:00:00Z') } })
})
afterAll(() => host.stop())

let lastId = 8_000
/** The account that somebody has on the panel. */
function onPanel(user: string, over: { email?: string; root_admin?: boolean } = {}) {
  lastId += 1
  const account = {
    id: lastId,
    uuid: crypto.randomUUID(),
    username: `old${lastId}`,
    email: `old${lastId}@example.com`,
    external_id: user as string | null,
    first_name: 'Old',
    last_name: 'Hand',
    language: 'en',
    root_admin: false,
    created_at: '2024-01-01T00:00:00+00:00',
    updated_at: '2024-01-01T00:00:00+00:00',
    ...over,
  }
  host.panel.state.users.push(account)
  return account
}

const isThere = (id: number) => host.panel.state.users.some((account) => account.id === id)
const erase = (user: string) => host.server.core.orm.transaction((tx) => host.service(Users).erase(tx, user))
const changeEmail = (user: string, email: string) =>
  host.server.core.orm.transaction((tx) => host.service(Users).update(tx, user, { email }))

/** The action that the jobs have written about this person. */
const actionOf = (user: string) =>
  until('the log says what became of it', async () => {
    const { rows } = await host.pool.query<{ action: string }>(
      `select action from kernel.audit where target = $1 and action like 'panel-accounts:%' order by id desc limit 1`,
      [user],
    )
    return rows[0]?.action
  })

it('[PNA8] the account of an erased person is deleted on the panel, and no other', async () => {
  const { person } = await host.signIn()
  const { person: other } = await host.signIn()
  const account = onPanel(person.id)
  const others = [onPanel(other.id), onPanel('4711', { email: person.email })]
  // As while a server of theirs is being deleted.
  host.panel.fault({ kind: 'status', status: 422, method: 'DELETE', path: '/users/', times: 2 })
  await erase(person.id)
  expect(await actionOf(person.id)).toBe('panel-accounts:deleted')
  expect(isThere(account.id)).toBe(false)
  expect(others.every(({ id }) => isThere(id))).toBe(true)
})

it('[PNA8] waits until the servers of the person are deleted there, and while the panel is away', async () => {
  const { api, person } = await host.signIn()
  await api.post('/api/servers', host.anOrder())
  const account = await until('the server is built', async () => {
    const found = host.panel.state.users.find(({ external_id }) => external_id === person.id)
    const built = await host.pool.query('select from servers.server where owner = $1', [person.id])
    return built.rowCount === 1 && found
  })
  const lift = host.panel.fault({ kind: 'down' })
  await erase(person.id)
  await until('it was tried in vain', async () => {
    const { rowCount } = await host.pool.query(
      `select from graphile_worker._private_jobs
       where payload ->> 'job' = 'forget-account' and (payload -> 'payload' ->> 'tries')::int > 0`,
    )
    return (rowCount ?? 0) > 0
  })
  lift()
  expect(await actionOf(person.id)).toBe('panel-accounts:deleted')
  expect(isThere(account.id)).toBe(false)
  expect(host.panel.state.servers.some(({ user }) => user === account.id)).toBe(false)
})

it('[PNA8] gets the pseudonym where the panel refuses for good, and administrators stay as they are', async () => {
  const { person } = await host.signIn()
  const account = onPanel(person.id)
  const { person: boss } = await host.signIn()
  const admin = onPanel(boss.id, { root_admin: true })
  const lift = host.panel.fault({ kind: 'status', status: 422, method: 'DELETE' })
  await erase(person.id)
  await erase(boss.id)
  expect(await actionOf(person.id)).toBe('panel-accounts:pseudonymized')
  lift()
  const pseudonym = `deleted-${person.id.replaceAll('-', '')}`
  expect(account).toMatchObject({ username: pseudonym, email: `${pseudonym}@deleted.invalid` })
  expect([account.first_name, account.last_name]).toEqual([pseudonym, pseudonym])
  expect(await actionOf(boss.id)).toBe('panel-accounts:kept')
  expect(admin).toMatchObject({ email: `old${admin.id}@example.com`, first_name: 'Old' })
  expect(isThere(admin.id)).toBe(true)
})

it('[PNA9] a changed email address is passed on to the panel, also after it was away', async () => {
  const { person } = await host.signIn()
  const account = onPanel(person.id)
  const lift = host.panel.fault({ kind: 'down' })
  await changeEmail(person.id, 'first-new@example.com')
  await until('it was tried in vain', async () => {
    const { rowCount } = await host.pool.query(
      `select from graphile_worker._private_jobs
       where payload ->> 'job' = 'pass-on-email' and (payload -> 'payload' ->> 'tries')::int > 0`,
    )
    return (rowCount ?? 0) > 0
  })
  lift()
  expect(await actionOf(person.id)).toBe('panel-accounts:email-changed')
  expect(account).toMatchObject({ email: 'first-new@example.com', username: `old${account.id}` })
})

it('[PNA9] staff change it too; another account there keeps its address, and administrators theirs', async () => {
  const { person } = await host.signIn()
  const account = onPanel(person.id)
  const { person: boss } = await host.signIn()
  const admin = onPanel(boss.id, { root_admin: true })
  await changeEmail(boss.id, 'boss-new@example.com')
  const staff = await host.signIn({ permissions: ['admin.users.edit', 'admin.users.email'] })
  const { body } = await staff.api.get(`/api/users/${person.id}`)
  const { version } = body['item'] as { version: number }
  const email = 'by-staff@example.com'
  expect((await staff.api.patch(`/api/users/${person.id}`, { version, email })).status).toBe(200)
  expect(await actionOf(person.id)).toBe('panel-accounts:email-changed')
  expect(account.email).toBe(email)
  const { person: third } = await host.signIn()
  const refused = onPanel(third.id)
  const holder = onPanel('4712', { email: 'taken-there@example.com' })
  await changeEmail(third.id, holder.email)
  expect(await actionOf(third.id)).toBe('panel-accounts:email-refused')
  expect(refused.email).toBe(`old${refused.id}@example.com`)
  expect(admin.email).toBe(`old${admin.id}@example.com`)
})
