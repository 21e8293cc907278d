import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CORE_ROLES, Roles } from '@spawnpoint/contracts/roles'
import { UserNames, Users } from '@spawnpoint/contracts/users'
import { findByPrefix } from './server/find-users.ts'
import { account } from './server/tables.ts'
import { aUser } from './testing.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let root: ApiClient
let rootId: string

beforeAll(async () => {
  server = await startTestServer()
  const { api, person } = await server.signIn({ role: 'Administrator' })
  root = api
  rootId = person.id
})
afterAll(() => server.stop())

const need = <T>(service: T | null): T => {
  if (!service) throw new Error('a service is not running')
  return service
}
const users = () => need(server.server.core.services.find(Users))
const roles = () => need(server.server.core.services.find(Roles))
const transaction: TestServer['server']['core']['orm']['transaction'] = (work) =>
  server.server.core.orm.transaction(work)
const create = (over: Parameters<typeof aUser>[0] = {}) =>
  transaction((tx) => users().create(tx, aUser(over)))

interface Item {
  readonly id: string
  readonly version: number
  readonly username: string
}
const itemOf = (body: object) => (body as { item: Item }).item
const listOf = (body: object) =>
  body as { items: Item[]; next: string | null; previous: string | null; total: number }
const read = async (id: string) => itemOf((await root.get(`/api/users/${id}`)).body)
const edit = async (api: ApiClient, id: string, changes: object) =>
  api.patch(`/api/users/${id}`, { ...changes, version: (await read(id)).version })
const list = async (query: Record<string, string>) =>
  listOf((await root.get(`/api/users?${new URLSearchParams(query)}`)).body)

describe('names for plugins', () => {
  const names = () => need(server.server.core.services.find(UserNames))

  it('[USR37] hands out ids and usernames, and nothing else of an account', async () => {
    const ada = await create({ username: 'Ada_Name' })
    const bob = await create({ username: 'Bob_Name' })
    expect(await names().find(ada.id)).toEqual({ id: ada.id, username: 'Ada_Name' })
    const both = await names().findMany([ada.id, bob.id, ada.id, '0198c0de-0000-7000-8000-00000000ffff'])
    expect(both.toSorted((a, b) => (a.username < b.username ? -1 : 1))).toEqual([
      { id: ada.id, username: 'Ada_Name' },
      { id: bob.id, username: 'Bob_Name' },
    ])
    await transaction((tx) => users().erase(tx, bob.id))
    expect(await names().find(bob.id)).toEqual({
      id: bob.id,
      username: `deleted-${bob.id.replaceAll('-', '')}`,
    })
  })

  it('[USR37] takes any text for an id, and no more than 500', async () => {
    for (const text of ['', "' or true --", 'ada']) expect(await names().find(text)).toBeNull()
    expect(await names().findMany([])).toEqual([])
    await expect(names().findMany(Array.from({ length: 501 }, () => ''))).rejects.toThrow(
      'E_SERVICE_REQUEST: UserNames.findMany',
    )
  })
})

describe('finding users by the beginning of a name or address', () => {
  it('[USR25] needs the permission of the list, takes no wildcard and leaves out the erased', async () => {
    const zed = await create({ username: 'Zed_Prefix', email: 'mail-zed@example.com' })
    const find = async (text: string, api = root) =>
      (await api.get(`/api/users/find?${new URLSearchParams({ text })}`)).body['users']
    const found = [{ id: zed.id, username: 'Zed_Prefix', email: 'mail-zed@example.com' }]
    for (const text of ['zed_p', 'ZED_PREFIX', 'mail-Z']) expect(await find(text), text).toEqual(found)
    for (const text of ['prefix', 'ze%', 'zedXp']) expect(await find(text), text).toEqual([])
    const { api } = await server.signIn({ permissions: ['admin.server.queue.list'] })
    expect((await api.get('/api/users/find?text=zed')).status).toBe(403)
    await transaction((tx) => users().erase(tx, zed.id))
    expect(await find('zed_p')).toEqual([])
    for (const count of [1, 2, 3, 4, 5, 6, 7])
      await create({ username: `Many_${count}`, email: `many-${count}@example.com` })
    expect(await find('many_')).toHaveLength(6)
    expect(await find(`deleted-${zed.id.slice(0, 8)}`)).toEqual([])
  })

  it.each([['username'], ['email']] as const)(
    '[USR25] reads the first few of the index of each %s',
    async (name) => {
      const { rows } = await transaction(async (tx) => {
        // Whatever the planner knows of a table as small as this one.
        await tx.execute('set local enable_seqscan = off')
        return tx.execute<{ 'QUERY PLAN': string }>(
          sql`explain ${findByPrefix(tx, account[name], 'ada').getSQL()}`,
        )
      })
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain(`account_${name}_prefix`)
      expect(plan).not.toContain('Sort')
    },
  )
})

describe('accounts', () => {
  it('[USR1] finds a person by user name or e-mail whatever the case, and takes neither twice', async () => {
    const ada = await create({ username: 'Ada_L', email: 'Ada@Example.com' })
    expect((await users().findByLogin('ADA_L'))?.id).toBe(ada.id)
    expect((await users().findByLogin('ada@example.COM'))?.id).toBe(ada.id)
    await expect(create({ username: 'aDA_l' })).rejects.toMatchObject({
      code: 'USERS_USERNAME_TAKEN',
      status: 409,
      fields: { username: 'USERS_USERNAME_TAKEN' },
    })
    await expect(create({ email: 'ADA@example.com' })).rejects.toMatchObject({
      code: 'USERS_EMAIL_TAKEN',
      status: 409,
    })
  })

  it('[USR1] lets one of two who want the same name at once have it', async () => {
    const both = await Promise.allSettled([create({ username: 'wanted' }), create({ username: 'WANTED' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('[USR2] keeps chosen looks, one by one', async () => {
    const { id } = await create()
    expect(await users().preferences(id)).toEqual({ locale: null, transition: null, uiSettings: null })
    await users().savePreferences(id, { locale: 'DE', uiSettings: { dropdown: { opacity: 40 } } })
    await users().savePreferences(id, { transition: 'fade' })
    expect(await users().preferences(id)).toEqual({
      locale: 'DE',
      transition: 'fade',
      uiSettings: { dropdown: { opacity: 40 } },
    })
  })

  it('[USR2] keeps groups of the appearance that another device saved, and no more than fits', async () => {
    const { id } = await create()
    await users().savePreferences(id, { uiSettings: { theme: 'dark', sidebar: { compactMode: true } } })
    await users().savePreferences(id, { uiSettings: { sidebar: { compactMode: false }, lists: {} } })
    expect(await users().preferences(id)).toMatchObject({
      uiSettings: { theme: 'dark', sidebar: { compactMode: false }, lists: {} },
    })
    for (const group of ['a', 'b', 'c'])
      await users().savePreferences(id, { uiSettings: { [group]: 'x'.repeat(7_000) } })
    expect(Object.keys((await users().preferences(id)).uiSettings ?? {})).toEqual(['c'])
  })

  it('[USR3] remembers where and when somebody was last seen', async () => {
    const { id } = await create({ ip: '198.51.100.1' })
    await users().recordSeen(id, '198.51.100.2')
    expect(await users().find(id)).toMatchObject({ firstIp: '198.51.100.1', lastIp: '198.51.100.2' })
  })

  it('[USR38] forgets the first address with time, and the last one of who does not come any more', async () => {
    const { id } = await create({ ip: '198.51.100.1' })
    const fresh = await create({ ip: '198.51.100.9' })
    const run = async (days: number) => {
      await server.server.core.settings.write({ users_keep_address_days: days })
      await server.runJob('users', 'forget-addresses')
    }
    await server.pool.query(
      `update users.account set created_at = now() - interval '31 days' where id = $1`,
      [id],
    )
    await run(365)
    expect(await users().find(id)).toMatchObject({ firstIp: '198.51.100.1', lastIp: '198.51.100.1' })
    await run(30)
    expect(await users().find(id)).toMatchObject({ firstIp: '', lastIp: '198.51.100.1' })
    await server.pool.query(
      `update users.account set last_seen_at = now() - interval '31 days' where id = $1`,
      [id],
    )
    await run(30)
    expect(await users().find(id)).toMatchObject({ firstIp: '', lastIp: '' })
    expect(await users().find(fresh.id)).toMatchObject({ firstIp: '198.51.100.9', lastIp: '198.51.100.9' })
  })

  it('[USR3] writes a visit from the same address once a minute', async () => {
    const { id } = await create({ ip: '198.51.100.1' })
    const setBack = async (seconds: number) => {
      await server.pool.query(
        'update users.account set last_seen_at = last_seen_at - make_interval(secs => $2) where id = $1',
        [id, seconds],
      )
      const seen = async () => (await users().find(id))?.lastSeenAt.getTime() ?? 0
      const before = await seen()
      await users().recordSeen(id, '198.51.100.1')
      return (await seen()) - before
    }
    expect(await setBack(30)).toBe(0)
    expect(await setBack(60)).toBeGreaterThan(60_000)
  })
})

describe('the list', () => {
  it('[USR4] gives each person once, forth and back, in each order', async () => {
    // Neither order is that of their creation.
    for (const n of [3, 0, 6, 1, 5, 2, 4]) await create({ username: `paged-${n}` })
    for (const sort of ['createdAt', 'lastSeenAt', 'username', 'email'])
      for (const order of ['asc', 'desc']) {
        const query = { search: 'paged-', sort, order, limit: '3' }
        const first = await list(query)
        const second = await list({ ...query, cursor: first.next ?? '' })
        const third = await list({ ...query, cursor: second.next ?? '' })
        expect([first, second, third].map(({ items }) => items.length)).toEqual([3, 3, 1])
        const shown = [first, second, third].flatMap(({ items }) => items)
        expect(new Set(shown.map(({ id }) => id)).size).toBe(7)
        if (sort === 'username') {
          const names = shown.map(({ username }) => username)
          expect(order === 'asc' ? names : names.toReversed()).toEqual(names.toSorted())
        }
        expect([first.previous, third.next, first.total]).toEqual([null, null, 7])
        expect((await list({ ...query, cursor: third.previous ?? '' })).items).toEqual(second.items)
      }
  })

  it.each(['x', Buffer.from('["createdAt","desc","next","no date","x"]').toString('base64url')])(
    '[USR4] refuses a cursor that is none of its own (%s)',
    async (cursor) => {
      const { status, body } = await root.get(`/api/users?cursor=${cursor}`)
      expect([status, body.error_code]).toEqual([400, 'BAD_CURSOR'])
    },
  )

  it('[USR5] searches id, name, e-mail and full name, with wildcards as plain signs', async () => {
    const { id } = await create({ username: 'under_score', firstName: 'Grace', lastName: 'Hopper' })
    await create({ username: 'underXscore' })
    const found = async (search: string) => (await list({ search })).items.map((item) => item.id)
    expect(await found('r_s')).toEqual([id])
    expect(await found('grace hop')).toEqual([id])
    expect(await found(id)).toEqual([id])
    expect(await found('%')).toEqual([])
  })

  it('[USR23] offers accounts to pick from: the exact match first, then similar usernames, none that is banned', async () => {
    const exact = await create({ username: 'picked', email: 'Someone@example.com' })
    const similar = await create({ username: 'also-picked', firstName: 'Hidden', lastName: 'Realname' })
    const banned = await create({ username: 'picked-not' })
    await edit(root, banned.id, { banned: true, bannedReason: 'spam' })
    const found = async (text: string) => (await users().search(text)).map(({ id }) => id)
    expect(await found('PICKED')).toEqual([exact.id, similar.id])
    expect(await found('someone@EXAMPLE.com')).toEqual([exact.id])
    expect(await found(similar.id)).toEqual([similar.id])
    for (const text of ['someone@', 'Hidden', banned.id, 'picked-not', 'p%d'])
      expect(await found(text)).toEqual([])
    const begins = await create({ username: 'picked-too' })
    const contains = await create({ username: 'aa-picked' })
    expect(await found('picke')).toEqual([exact.id, begins.id, contains.id, similar.id])
    for (let n = 0; n < 21; n += 1) await create({ username: `crowd-${n}` })
    expect(await found('crowd-')).toHaveLength(20)
    expect(await found('')).toHaveLength(20)
  })

  it('[USR5] filters by role and by ban', async () => {
    const { person } = await server.signIn({ role: 'Support LVL 3' })
    const wanted = `role:${CORE_ROLES.supportLevel3}`
    await expect
      .poll(async () => (await list({ filter: wanted })).items.map(({ id }) => id))
      .toEqual([person.id])
    expect((await list({ filter: `${wanted},banned:true` })).items).toEqual([])
    await edit(root, person.id, { banned: true, bannedReason: 'spam' })
    expect((await list({ filter: `${wanted},banned:true` })).items.map(({ id }) => id)).toEqual([person.id])
    const customer = await create({ username: 'plain-customer' })
    const plain = await list({ filter: `role:${CORE_ROLES.default}`, search: 'plain-customer' })
    expect(plain.items.map(({ id }) => id)).toEqual([customer.id])
  })

  it('[USR6] says nothing that only the person or the server may know', async () => {
    const { body } = await root.get('/api/users?limit=1')
    expect(JSON.stringify(body)).not.toMatch(/password|pin|token|preferences|secret/i)
  })
})

describe('editing', () => {
  it('[USR7] saves one form at once, and writes before and after into the log', async () => {
    const { id } = await create({ firstName: 'Ada' })
    const { status, body } = await edit(root, id, {
      firstName: 'Grace',
      verified: false,
      role: CORE_ROLES.vip,
    })
    expect(status).toBe(200)
    expect(itemOf(body)).toMatchObject({ firstName: 'Grace', verified: false, role: { name: 'VIP' } })
    const [entry] = await server.server.core.audit.list({ target: id, limit: 1 })
    expect(entry).toMatchObject({
      actor: rootId,
      action: 'users:updated',
      before: { firstName: 'Ada', role: CORE_ROLES.default },
      after: { firstName: 'Grace', role: CORE_ROLES.vip },
    })
  })

  it('[USR7] refuses a stale edit, a taken e-mail, and says which field', async () => {
    const [one, other] = [await create(), await create()]
    const stale = await root.patch(`/api/users/${one.id}`, { firstName: 'Late', version: 99 })
    expect([stale.status, stale.body.error_code]).toEqual([409, 'STALE_EDIT'])
    const taken = await edit(root, one.id, { email: other.email.toUpperCase() })
    expect([taken.status, taken.body['fields']]).toEqual([409, { email: 'USERS_EMAIL_TAKEN' }])
    expect((await read(one.id)).version).toBe(1)
  })

  it('[USR7, USR22] takes a new email for unverified, whatever the admin says', async () => {
    const { id } = await create({ verified: true })
    await edit(root, id, { email: 'moved@example.com' })
    expect((await users().find(id))?.verifiedAt).toBeNull()
    const both = await edit(root, id, { email: 'moved-again@example.com', verified: true })
    expect([both.status, both.body.error_code]).toEqual([400, 'USERS_EMAIL_UNVERIFIED'])
    expect(await users().find(id)).toMatchObject({ email: 'moved@example.com', verifiedAt: null })
    expect((await edit(root, id, { verified: true })).status).toBe(200)
  })

  it('[USR8] refuses a field that the form does not have, and writes nothing', async () => {
    const { id } = await create({ firstName: 'Ada' })
    for (const extra of [{ username: 'other' }, { roleId: CORE_ROLES.vip }, { preferences: {} }]) {
      const { status, body } = await edit(root, id, { firstName: 'Grace', ...extra })
      expect([status, body.error_code]).toEqual([400, 'VALIDATION'])
    }
    expect(await users().find(id)).toMatchObject({ firstName: 'Ada' })
  })

  it('[USR22] keeps addresses for those with a permission of their own', async () => {
    const permissions = ['admin.users.list', 'admin.users.edit']
    const { api } = await server.signIn({ permissions })
    const { id, email } = await create({ verified: false })
    for (const change of [{ email: 'mine@example.com' }, { verified: true }]) {
      const { status, body } = await edit(api, id, change)
      expect([status, body.error_code]).toEqual([403, 'USERS_EMAIL_RIGHT'])
    }
    expect(await users().find(id)).toMatchObject({ email, verifiedAt: null })
    const { api: allowed } = await server.signIn({ permissions: [...permissions, 'admin.users.email'] })
    expect((await edit(allowed, id, { email: 'theirs@example.com' })).status).toBe(200)
  })

  it('[USR9] asks for a reason to ban, ends sessions at once, and lets the person back in', async () => {
    const { person, api } = await server.signIn()
    const bare = await edit(root, person.id, { banned: true })
    expect([bare.status, bare.body['fields']]).toEqual([400, { bannedReason: 'USERS_BAN_REASON' }])
    expect((await api.get('/api/user/session')).status).toBe(200)
    await edit(root, person.id, { banned: true, bannedReason: 'spam' })
    await expect.poll(async () => (await api.get('/api/users/me/support-pin')).status).toBe(401)
    expect((await users().find(person.id))?.bannedReason).toBe('spam')
    const { rows } = await server.pool.query(`select payload from kernel.outbox where name = 'users:banned'`)
    expect(rows).toContainEqual({ payload: { id: person.id, banned: true } })
    await edit(root, person.id, { banned: false })
    expect((await users().find(person.id))?.bannedReason).toBeNull()
  })

  it('[USR10] lets nobody ban, delete or promote themselves', async () => {
    const answers = [
      await edit(root, rootId, { banned: true, bannedReason: 'oops' }),
      await edit(root, rootId, { role: CORE_ROLES.admin }),
      await root.delete(`/api/users/${rootId}`),
    ]
    for (const { status, body } of answers) expect([status, body.error_code]).toEqual([403, 'USERS_SELF'])
  })

  it('[USR11] lets staff act only on those whose permissions do not exceed their own', async () => {
    const staff = await server.signIn({
      permissions: ['admin.users.list', 'admin.users.edit', 'admin.users.delete'],
    })
    const above = await server.signIn({ role: 'Administrator' })
    const answers = [
      await edit(staff.api, above.person.id, { email: 'mine@example.com' }),
      await edit(staff.api, above.person.id, { banned: true, bannedReason: 'coup' }),
      await staff.api.delete(`/api/users/${above.person.id}`),
      await staff.api.delete(`/api/users/${above.person.id}/sessions`),
    ]
    for (const { status, body } of answers)
      expect([status, body.error_code]).toEqual([403, 'USERS_EXCEEDS_OWN'])
    expect((await above.api.get('/api/users/roles')).status).toBe(200)
    const customer = await create()
    expect((await edit(staff.api, customer.id, { firstName: 'Fine' })).status).toBe(200)
    const gift = await edit(staff.api, customer.id, { role: CORE_ROLES.administrator })
    expect([gift.status, gift.body.error_code]).toEqual([403, 'ROLES_EXCEEDS_OWN'])
    expect((await roles().roleOf(customer.id)).id).toBe(CORE_ROLES.default)
  })

  it('[USR19] keeps who gets another role logged in, under another token', async () => {
    const { person, api } = await server.signIn()
    const before = api.jar.get('sid')
    expect((await edit(root, person.id, { role: CORE_ROLES.support })).status).toBe(200)
    expect((await api.get('/api/users/me/support-pin')).status).toBe(200)
    expect(api.jar.get('sid')).not.toBe(before)
  })

  it('[USR12] asks for recent reauthentication before an address, a role or a whole account changes hands', async () => {
    const { id } = await create()
    const { api } = await server.signIn({ role: 'Administrator', proven: false })
    const refused = [
      await edit(api, id, { role: CORE_ROLES.vip }),
      await edit(api, id, { email: 'mine@example.com' }),
      await api.delete(`/api/users/${id}`),
    ]
    for (const { status, body } of refused)
      expect([status, body.error_code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    expect(await users().find(id)).toMatchObject({ email: expect.not.stringContaining('mine@') })
    expect((await edit(api, id, { firstName: 'Ada' })).status).toBe(200)
    await server.pool.query('update kernel.session set proof_at = now()')
    expect((await edit(api, id, { role: CORE_ROLES.administrator })).status).toBe(200)
  })
})

describe('erasing', () => {
  it('[USR13] leaves a pseudonym, ends sessions, frees name and e-mail, and keeps the identity', async () => {
    const { person, api } = await server.signIn({ role: 'VIP', username: 'leaving' })
    expect((await root.delete(`/api/users/${person.id}`)).status).toBe(200)
    await expect.poll(async () => (await api.get('/api/users/me/support-pin')).status).toBe(401)
    expect(await users().find(person.id)).toBeNull()
    expect(await users().findByLogin('leaving')).toBeNull()
    const [trace] = await users().findMany([person.id])
    expect(trace).toMatchObject({ firstName: '', lastName: '', lastIp: '', avatar: null })
    expect(trace?.username).toMatch(/^deleted-[0-9a-f]{32}$/)
    expect((await root.get(`/api/users/${person.id}`)).status).toBe(404)
    expect((await list({ search: 'deleted-' })).items).toEqual([])
    const { rows } = await server.pool.query('select deleted_at from kernel.identity where id = $1', [
      person.id,
    ])
    expect(rows[0]).toMatchObject({ deleted_at: expect.any(Date) as Date })
    await expect(create({ username: 'leaving', email: person.email })).resolves.toMatchObject({
      username: 'leaving',
    })
  })

  it('[USR13] does not erase the last administrator', async () => {
    const { rows } = await server.pool.query<{ user_id: string }>(
      'select user_id from roles.member where role_id = $1 and user_id <> $2',
      [CORE_ROLES.administrator, rootId],
    )
    for (const { user_id: user } of rows) await transaction((tx) => users().erase(tx, user))
    await expect(transaction((tx) => users().erase(tx, rootId))).rejects.toMatchObject({
      code: 'ROLES_LAST_ADMINISTRATOR',
    })
    expect(await users().find(rootId)).not.toBeNull()
  })
})

describe('activity and sessions', () => {
  it('[USR14] shows what somebody did and what was done to them, without the values', async () => {
    const { person, api } = await server.signIn()
    await api.post('/api/users/me/support-pin')
    await edit(root, person.id, { firstName: 'Seen' })
    const did = listOf((await root.get(`/api/users/${person.id}/activity`)).body)
    const suffered = listOf((await root.get(`/api/users/${person.id}/activity?filter=side:target`)).body)
    expect(did.items).toMatchObject([{ action: 'users:new_support_pin' }])
    expect(suffered.items[0]).toMatchObject({ action: 'users:updated' })
    expect(JSON.stringify(suffered)).not.toContain('Seen')
  })

  it('[USR15] lists sessions and ends one or all', async () => {
    const { person, api } = await server.signIn()
    const sessions = listOf((await root.get(`/api/users/${person.id}/sessions`)).body).items
    expect(sessions).toHaveLength(1)
    expect((await root.delete(`/api/users/${person.id}/sessions/${sessions[0]?.id}`)).status).toBe(200)
    await expect.poll(async () => (await api.get('/api/users/me/support-pin')).status).toBe(401)
    expect((await root.delete(`/api/users/${person.id}/sessions/${sessions[0]?.id}`)).status).toBe(404)
    const other = await server.signIn()
    expect((await root.delete(`/api/users/${other.person.id}/sessions`)).status).toBe(200)
    await expect.poll(async () => (await other.api.get('/api/users/me/support-pin')).status).toBe(401)
  })

  it("[USR15] does not end another person's session under this person's name", async () => {
    const [one, other] = [await server.signIn(), await server.signIn()]
    const [session] = listOf((await root.get(`/api/users/${other.person.id}/sessions`)).body).items
    expect((await root.delete(`/api/users/${one.person.id}/sessions/${session?.id}`)).status).toBe(404)
    expect((await other.api.get('/api/users/me/support-pin')).status).toBe(200)
  })
})

describe('the support PIN', () => {
  const support = { permissions: ['admin.users.list'] }
  const newPin = async (api: ApiClient) =>
    ((await api.post('/api/users/me/support-pin')).body as unknown as { support: { pin: string } }).support
      .pin

  it('[USR16] leads to the person who reads it out, until they take a new one', async () => {
    const [{ api, person }, agent] = [await server.signIn(), await server.signIn(support)]
    expect((await api.get('/api/users/me/support-pin')).body).toMatchObject({ support: null })
    const pin = await newPin(api)
    expect(pin).toMatch(/^\d{6}$/)
    expect((await agent.api.post('/api/users/support-pin', { pin })).body).toMatchObject({ id: person.id })
    await newPin(api)
    const old = await agent.api.post('/api/users/support-pin', { pin })
    expect([old.status, old.body.error_code]).toEqual([404, 'USERS_PIN_UNKNOWN'])
  })

  it('[USR16] ends after a day', async () => {
    const [{ api, person }, agent] = [await server.signIn(), await server.signIn(support)]
    const pin = await newPin(api)
    const { rows } = await server.pool.query(
      `select round(extract(epoch from support_pin_expires_at - now()) / 3600)::int as hours
       from users.account where id = $1`,
      [person.id],
    )
    expect(rows).toEqual([{ hours: 24 }])
    await server.pool.query('update users.account set support_pin_expires_at = now() where id = $1', [
      person.id,
    ])
    expect((await agent.api.post('/api/users/support-pin', { pin })).status).toBe(404)
    expect((await api.get('/api/users/me/support-pin')).body).toMatchObject({ support: null })
  })

  it('[USR17] is kept sealed, its look-up is limited and written into the log', async () => {
    const [{ api, person }, agent] = [await server.signIn(), await server.signIn(support)]
    const pin = await newPin(api)
    const { rows } = await server.pool.query('select * from users.account where id = $1', [person.id])
    expect(JSON.stringify(rows[0]).replaceAll(/[0-9a-f-]{36}/g, '')).not.toContain(`"${pin}"`)
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1)
      statuses.push((await agent.api.post('/api/users/support-pin', { pin: '000000' })).status)
    expect(statuses.at(-1)).toBe(429)
    const log = await server.server.core.audit.list({ actor: agent.person.id, limit: 20 })
    expect(new Set(log.map(({ action }) => action))).toEqual(new Set(['users:support_pin_missed']))
    expect(log).toHaveLength(10)
  })

  it('[USR17] is looked up sixty times an hour at most', async () => {
    const agent = await server.signIn(support)
    const take = () =>
      server.server.core.limits.take(`users:support-pin:${agent.person.id}`, { max: 60, perSeconds: 3600 })
    const ask = async () => (await agent.api.post('/api/users/support-pin', { pin: '000000' })).status
    for (let n = 0; n < 59; n += 1) await take()
    expect([await ask(), await ask()]).toEqual([404, 429])
  })
})

describe('who may call', () => {
  const all = ['list', 'edit', 'delete'] as const
  // The edit and delete pages read the account, so their permissions open these calls as well.
  const calls = [
    ['GET', '/api/users', ['list']],
    ['GET', '/api/users/roles', all],
    ['GET', '/api/users/:id', all],
    ['GET', '/api/users/:id/activity', all],
    ['GET', '/api/users/:id/sessions', all],
    ['POST', '/api/users/support-pin', ['list']],
    ['PATCH', '/api/users/:id', ['edit']],
    ['DELETE', '/api/users/:id/sessions', ['edit']],
    ['DELETE', '/api/users/:id/sessions/:id', ['edit']],
    ['DELETE', '/api/users/:id', ['delete']],
  ] as const

  it.each(calls)(
    '[USR18] %s %s is opened by %s of admin.users, and by nothing else',
    async (method, path, actions) => {
      const permission = (action: string) => `admin.users.${action}`
      const others = [
        'admin.roles.list',
        ...all.filter((action) => !(actions as readonly string[]).includes(action)).map(permission),
      ]
      const stranger = await server.signIn({ permissions: others })
      const at = path.replaceAll(':id', crypto.randomUUID())
      const body = method === 'PATCH' ? { version: 1 } : method === 'POST' ? { pin: '123456' } : undefined
      expect((await server.anonymous().send(method, at, body)).status).toBe(401)
      expect((await stranger.api.send(method, at, body)).status).toBe(403)
      for (const action of actions) {
        const holder = await server.signIn({ permissions: [permission(action)] })
        expect((await holder.api.send(method, at, body)).status).toBe(
          path.includes(':id') || method === 'POST' ? 404 : 200,
        )
      }
    },
  )
})
