import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSource, PASSWORD } from '../../tests/support/importers/ctrlpanel-rows.ts'
import { ctrlpanelSchema } from '../../tests/support/importers/ctrlpanel-schema.ts'
import { runCommand, runImport } from '../../tests/support/importers/run-import.ts'
import { writeSqlSource } from '../../tests/support/importers/write-source.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

let given: HostingServer
beforeAll(async () => {
  given = await startHostingServer()
})
afterAll(() => given.stop())

let lastId = 8_000
const onPanel = (over: { email?: string; external_id?: string | null; root_admin?: boolean } = {}) => {
  lastId += 1
  const account = {
    id: lastId,
    uuid: randomUUID(),
    username: `old${lastId}`,
    email: `old${lastId}@example.com`,
    external_id: null as string | null,
    first_name: 'Old',
    last_name: 'Hand',
    language: 'en',
    root_admin: false,
    created_at: '2024-01-01T00:00:00+00:00',
    updated_at: '2024-01-01T00:00:00+00:00',
    ...over,
  }
  given.panel.state.users.push(account)
  return account
}

it('[IMP17] accounts on the panel become those of the people who had them, and are left where they are not theirs', async () => {
  const { name, aUser } = aSource()
  const { person: other } = await given.signIn()
  const email = `1@${name}.example.com`
  const theirs = onPanel({ email, external_id: '4711' })
  const ofAnother = onPanel({ external_id: other.id })
  const boss = onPanel({ root_admin: true })
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [
      aUser(1, { pterodactyl_id: String(theirs.id) }),
      aUser(2, { pterodactyl_id: String(ofAnother.id) }),
      aUser(3, { pterodactyl_id: String(boss.id) }),
      aUser(4, { pterodactyl_id: '999999' }),
      aUser(5, { pterodactyl_id: String(onPanel().id), email: '' }),
      aUser(6, { pterodactyl_id: null }),
    ],
  })
  const before = structuredClone(given.panel.state.users)
  const plain = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(plain.kinds.panelAccount).toMatchObject({ found: 0, created: 0 })
  expect(plain.remarks).toContain(
    '5 people have an account on the game panel. Run this with --link-panel-accounts to link them, so that they can create servers with it.',
  )
  const dry = await runImport(given, 'ctrlpanel', {
    from,
    as: name,
    'link-panel-accounts': true,
    'dry-run': true,
  })
  expect(dry.kinds.panelAccount).toMatchObject({ found: 5, existing: 0 })
  expect(given.panel.state.users).toEqual(before)

  const { kinds } = await runImport(given, 'ctrlpanel', { from, as: name, 'link-panel-accounts': true })
  expect(kinds.panelAccount).toEqual({
    found: 5,
    created: 1,
    existing: 0,
    skipped: {
      'linked to another person here': { count: 1, first: ['2'] },
      'administers the game panel; link it on the page of the user': { count: 1, first: ['3'] },
      'not on the game panel': { count: 1, first: ['4'] },
      'the person was not taken over': { count: 1, first: ['5'] },
    },
    notes: {},
  })
  const api = given.anonymous()
  await api.post('/api/auth/login', { login: email, password: PASSWORD })
  const { body } = await api.get('/api/panel-accounts/own')
  expect(body).toMatchObject({ state: 'linked', username: theirs.username })
  expect([ofAnother.external_id, boss.external_id]).toEqual([other.id, null])
  // A new server goes to the account that they had, though it has the same email address.
  expect((await api.post('/api/servers', given.anOrder())).status).toBe(200)
  await until('it stands in that account', async () =>
    given.panel.state.servers.some(({ user }) => user === theirs.id),
  )
  const again = await runImport(given, 'ctrlpanel', { from, as: name, 'link-panel-accounts': true })
  expect(again.kinds.panelAccount).toMatchObject({ created: 0, existing: 1 })
})

it('[IMP17] a panel that stops answering says how to go on, and the next run does', async () => {
  const { name, aUser } = aSource()
  const account = onPanel()
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(1, { pterodactyl_id: String(account.id) })],
  })
  given.panel.fault({ kind: 'status', status: 500, method: 'PATCH' })
  const options = { from, as: name, 'link-panel-accounts': true } as const
  const { text, failed } = await runCommand(given, 'import ctrlpanel', options)
  given.panel.clearFaults()
  expect(failed).toBe(true)
  expect(text).toContain('run the import again to go on')
  expect(account.external_id).toBeNull()
  const { kinds } = await runImport(given, 'ctrlpanel', options)
  expect(kinds.panelAccount).toMatchObject({ created: 1 })
  expect(kinds.person).toMatchObject({ created: 0, existing: 1 })
})
