import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startMailbox } from '../../tests/support/server/mailbox.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

let host: HostingServer
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let now = Date.now()

beforeAll(async () => {
  mailbox = await startMailbox()
  host = await startHostingServer({ clock: { now: () => new Date(now) } })
  await host.server.core.settings.write({
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: mailbox.port,
    smtp_from: 'host@example.com',
    smtp_encryption: 'none',
  })
})
afterAll(async () => {
  await host.stop()
  await mailbox.stop()
})

const own = '/api/panel-accounts/own'
const of = (user: string) => `/api/panel-accounts/of/${user}`

let lastId = 7_000
/** An account that somebody has on the panel. */
function onPanel(over: { external_id?: string | null; email?: string; root_admin?: boolean } = {}) {
  lastId += 1
  const account = {
    id: lastId,
    uuid: crypto.randomUUID(),
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
  host.panel.state.users.push(account)
  return account
}

const askFor = async (api: ApiClient, email: string) => {
  const { status, body } = await api.post(`${own}/code`, { email })
  expect([status, body['error_code']]).toEqual([200, undefined])
}
const codeTo = async (email: string, after = 0) => {
  const code = /\b\d{8}\b/.exec(await mailbox.emailTo(email, after))?.[0]
  if (code === undefined) throw new Error('the email has no code')
  return code
}
const enter = async (api: ApiClient, code: string) => {
  const { status, body } = await api.post(`${own}/link`, { code })
  return status === 200 ? status : body.error_code
}
const settled = () =>
  until('the codes were sent', async () => {
    const { rowCount } = await host.pool.query(
      `select from graphile_worker._private_jobs where payload ->> 'plugin' = 'panel-accounts'`,
    )
    return rowCount === 0
  })
const auditOf = async (target: string) => {
  const { rows } = await host.pool.query<{ action: string; actor: string }>(
    `select action, actor from kernel.audit where target = $1 and action like 'panel-accounts:%' order by id`,
    [target],
  )
  return rows
}

describe('the own account', () => {
  it('[PNA1] is linked by a code that goes to its email address, and new servers go there', async () => {
    const account = onPanel()
    const { api, person } = await host.signIn()
    expect((await api.get(own)).body).toMatchObject({ state: 'none', username: null, canLink: true })
    await askFor(api, account.email)
    expect((await api.get(own)).body).toMatchObject({ codeSentTo: account.email })
    expect(await enter(api, await codeTo(account.email))).toBe(200)
    expect(account.external_id).toBe(person.id)
    expect((await api.get(own)).body).toMatchObject({
      state: 'linked',
      username: account.username,
      email: account.email,
      codeSentTo: null,
    })
    expect(await auditOf(person.id)).toEqual([{ action: 'panel-accounts:linked', actor: person.id }])
    await api.post('/api/servers', host.anOrder())
    await until('the server is in that account', async () =>
      host.panel.state.servers.some(({ user }) => user === account.id),
    )
  })

  it('[PNA2] is not told apart from one that is not there, and codes are few', async () => {
    const { api } = await host.signIn()
    const before = mailbox.count()
    await askFor(api, 'nobody-there@example.com')
    await settled()
    expect(mailbox.count()).toBe(before)
    expect((await api.get(own)).body).toMatchObject({ codeSentTo: 'nobody-there@example.com' })
    for (const each of [1, 2]) await askFor(api, `other${each}@example.com`)
    for (const each of [3, 4]) await askFor(api, `other${each}@example.com`)
    const often = await api.post(`${own}/code`, { email: 'other5@example.com' })
    expect(often.body.error_code).toBe('PANEL_ACCOUNTS_TOO_OFTEN')
    for (const _each of [1, 2, 3]) await askFor((await host.signIn()).api, 'same@example.com')
    const { api: fourth } = await host.signIn()
    expect((await fourth.post(`${own}/code`, { email: 'SAME@example.com' })).status).toBe(429)
  })

  it('[PNA2] with the same email address does not tell its name before it is linked', async () => {
    const { api, person } = await host.signIn()
    onPanel({ email: person.email })
    expect((await api.get(own)).body).toMatchObject({ state: 'same-email', username: null, email: null })
  })

  it('[PNA3] takes a code once, from the person who asked, for 15 minutes and with five tries', async () => {
    const account = onPanel()
    const { api } = await host.signIn()
    const { api: thief } = await host.signIn()
    await askFor(api, account.email)
    const code = await codeTo(account.email)
    expect(await enter(thief, code)).toBe('PANEL_ACCOUNTS_CODE')
    const wrong = code === '00000000' ? '00000001' : '00000000'
    for (const _each of [1, 2, 3, 4, 5]) expect(await enter(api, wrong)).toBe('PANEL_ACCOUNTS_CODE')
    expect(await enter(api, code)).toBe('PANEL_ACCOUNTS_CODE')
    expect(account.external_id).toBeNull()
    const sent = mailbox.count()
    await askFor(api, account.email)
    const late = await codeTo(account.email, sent)
    now += 15 * 60_000
    expect(await enter(api, late)).toBe('PANEL_ACCOUNTS_CODE')
    const again = mailbox.count()
    await askFor(api, account.email)
    const good = await codeTo(account.email, again)
    expect(await enter(api, good)).toBe(200)
    expect(await enter(api, good)).toBe('PANEL_ACCOUNTS_CODE')
  })

  it('[PNA5] is not taken from another person, and no second one is linked', async () => {
    const { person: holder } = await host.signIn()
    const taken = onPanel({ external_id: holder.id })
    const { api, person } = await host.signIn()
    const before = mailbox.count()
    await askFor(api, taken.email)
    await settled()
    expect(mailbox.count()).toBe(before)
    // The other dashboard's id is no link.
    const free = onPanel({ external_id: '4711' })
    await askFor(api, free.email)
    const code = await codeTo(free.email)
    // Another person has linked it meanwhile.
    free.external_id = holder.id
    taken.external_id = null
    expect(await enter(api, code)).toBe('PANEL_ACCOUNTS_TAKEN')
    free.external_id = '4711'
    expect(await enter(api, code)).toBe(200)
    expect(free.external_id).toBe(person.id)
    const second = onPanel()
    await askFor(api, second.email)
    await settled()
    expect(mailbox.all().some((email) => email.includes(second.email))).toBe(false)
  })

  it('[PNA6] of an administrator of the panel gets no code', async () => {
    const boss = onPanel({ root_admin: true })
    const { api } = await host.signIn()
    const before = mailbox.count()
    await askFor(api, boss.email)
    await settled()
    expect(mailbox.count()).toBe(before)
  })
})

describe('the account of a user, in the hands of staff', () => {
  it('[PNA4] is linked and unlinked by its email address, which is logged', async () => {
    const { person } = await host.signIn()
    const account = onPanel()
    const { api, person: staff } = await host.signIn({ permissions: ['admin.users.edit'] })
    expect((await api.get(of(person.id))).body).toEqual({ success: true, state: 'none', account: null })
    expect((await api.put(of(person.id), { email: 'wrong@example.com' })).body.error_code).toBe(
      'PANEL_ACCOUNTS_UNKNOWN',
    )
    expect((await api.put(of(person.id), { email: account.email })).status).toBe(200)
    expect((await api.get(of(person.id))).body).toMatchObject({
      state: 'linked',
      account: { id: account.id, username: account.username, admin: false },
    })
    const second = onPanel()
    expect((await api.put(of(person.id), { email: second.email })).body.error_code).toBe(
      'PANEL_ACCOUNTS_LINKED',
    )
    const { person: other } = await host.signIn()
    expect((await api.put(of(other.id), { email: account.email })).body.error_code).toBe(
      'PANEL_ACCOUNTS_TAKEN',
    )
    expect((await api.delete(of(person.id))).status).toBe(200)
    expect(account.external_id).toBeNull()
    expect((await api.delete(of(person.id))).body.error_code).toBe('PANEL_ACCOUNTS_NOT_LINKED')
    expect((await auditOf(person.id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['panel-accounts:linked', staff.id],
      ['panel-accounts:unlinked', staff.id],
    ])
  })

  it('[PNA4] is not changed for those who may more, nor without a recent reauthentication', async () => {
    const account = onPanel()
    const { person: root } = await host.signIn({ permissions: ['admin.root'] })
    const { api } = await host.signIn({ permissions: ['admin.users.edit'] })
    expect((await api.put(of(root.id), { email: account.email })).body.error_code).toBe(
      'PANEL_ACCOUNTS_EXCEEDS_OWN',
    )
    const { person } = await host.signIn()
    const { api: late } = await host.signIn({ permissions: ['admin.users.edit'], proven: false })
    expect((await late.put(of(person.id), { email: account.email })).body.error_code).toBe(
      'REAUTHENTICATION_REQUIRED',
    )
    expect((await late.delete(of(person.id))).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
    expect(account.external_id).toBeNull()
  })

  it('[PNA6] that administers the panel is linked by root alone', async () => {
    const boss = onPanel({ root_admin: true })
    const { person } = await host.signIn()
    const { api } = await host.signIn({ permissions: ['admin.users.edit'] })
    expect((await api.put(of(person.id), { email: boss.email })).body.error_code).toBe('PANEL_ACCOUNTS_ADMIN')
    const { api: root } = await host.signIn({ permissions: ['admin.root'] })
    expect((await root.put(of(person.id), { email: boss.email })).status).toBe(200)
  })
})

it('[PNA7] says when the panel does not answer, and shows nothing without one', async () => {
  const { api, person } = await host.signIn({ permissions: ['admin.users.edit'] })
  host.panel.fault({ kind: 'down' })
  expect((await api.get(own)).body.error_code).toBe('PANEL_UNAVAILABLE')
  expect((await api.get(of(person.id))).status).toBe(502)
  host.panel.clearFaults()
  await host.server.core.settings.write({ pterodactyl_base_url: '', pterodactyl_api_key: '' })
  await until('no panel is connected', async () => (await api.get(own)).body['state'] === null)
  expect((await api.get(of(person.id))).body).toMatchObject({ state: null, account: null })
})
