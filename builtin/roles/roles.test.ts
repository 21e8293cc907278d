import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CORE_ROLES, Roles } from '@spawnpoint/contracts/roles'
import { aRole } from './testing.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { until } from '../../tests/support/server/start-hosting-server.ts'
import type { SignInOptions } from '../../tests/support/server/sign-in.ts'
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

interface Listed {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly members: number | null
}
const itemOf = (body: object) => (body as { item: Listed }).item
const grantedOf = (body: object) => (body as { granted: string[] }).granted
const createRole = async (over: Parameters<typeof aRole>[0] = {}) =>
  itemOf((await root.post('/api/roles', aRole(over))).body)
const permissionsAt = (id: string) => `/api/roles/${id}/permissions`
const change = (api: ApiClient, id: string, body: { grant?: string[]; revoke?: string[] }) =>
  api.patch(permissionsAt(id), { grant: [], revoke: [], ...body })
const prove = async (user: string) => {
  const { rows } = await server.pool.query<{ id: string }>(
    'select id from kernel.session where user_id = $1',
    [user],
  )
  for (const { id } of rows) await server.server.core.sessions.markReauthenticated(id)
}
const forgetReauthentication = () => server.pool.query('update kernel.session set proof_at = null')
const service = () => {
  const roles = server.server.core.services.find(Roles)
  if (!roles) throw new Error('roles is not running')
  return roles
}
const holdings = async (id: string) =>
  (
    await server.pool.query<{ permission: string }>(
      'select permission from roles."grant" where granted and role_id = $1 order by 1',
      [id],
    )
  ).rows.map(({ permission }) => permission)

beforeEach(() => server.pool.query('update kernel.session set proof_at = now()'))

describe('roles', () => {
  it('[ROL1] ships eight core roles, and lets nobody delete one', async () => {
    const names = (await service().list()).slice(0, 8).map(({ name }) => name)
    expect(names).toEqual([
      'Default',
      'VIP',
      'Support Buddy',
      'Support',
      'Support LVL 3',
      'Support LVL 4',
      'Admin',
      'Administrator',
    ])
    expect(await holdings(CORE_ROLES.vip)).toEqual(['user.permission.vip'])
    expect(await holdings(CORE_ROLES.administrator)).toEqual(['admin.root'])
    const { status, body } = await root.delete(`/api/roles/${CORE_ROLES.support}`)
    expect([status, body.error_code]).toEqual([409, 'ROLES_CORE'])
    await expect(
      server.pool.query('delete from roles.role where id = $1', [CORE_ROLES.support]),
    ).rejects.toThrow('core role')
  })

  it('[ROL2] gives everybody without another role the default one', async () => {
    const { person } = await server.signIn()
    const other = await server.signIn({ role: 'VIP' })
    const found = await service().rolesOf([person.id, other.person.id])
    expect([...found.values()].map(({ name }) => name)).toEqual(['Default', 'VIP'])
    expect((await service().roleOf(person.id)).id).toBe(CORE_ROLES.default)
  })

  it('[ROL3] creates, renames and deletes a role, but none that somebody has', async () => {
    const role = await createRole({ name: 'Builders' })
    const renamed = await root.patch(`/api/roles/${role.id}`, { name: 'Makers', version: role.version })
    expect(itemOf(renamed.body)).toMatchObject({ name: 'Makers', version: role.version + 1, members: 0 })
    const { person } = await server.signIn()
    await server.server.core.orm.transaction((tx) =>
      service().assign(tx, { user: person.id, role: role.id, actor: { permissions: ['admin.root'] } }),
    )
    const refused = await root.delete(`/api/roles/${role.id}`)
    expect([refused.status, refused.body.error_code]).toEqual([409, 'IN_USE'])
    const spare = await createRole()
    expect((await root.delete(`/api/roles/${spare.id}`)).status).toBe(200)
    expect((await root.get(`/api/roles/${spare.id}`)).status).toBe(404)
  })

  it('[ROL3] names the field of a taken real name, and refuses a stale edit', async () => {
    const { realName } = { ...aRole(), realName: 'taken-once' }
    await createRole({ realName })
    const twice = await root.post('/api/roles', aRole({ realName }))
    expect([twice.status, twice.body['fields']]).toEqual([409, { realName: 'DUPLICATE' }])
    const role = await createRole()
    const stale = await root.patch(`/api/roles/${role.id}`, { name: 'Late', version: role.version - 1 })
    expect([stale.status, stale.body.error_code]).toEqual([409, 'STALE_EDIT'])
  })

  it('[ROL8] lets nobody edit or delete a role that stands above them', async () => {
    const staff = await server.signIn({
      permissions: ['admin.roles.list', 'admin.roles.edit', 'admin.roles.delete'],
    })
    const above = await createRole()
    await change(root, above.id, { grant: ['admin.roles.create'] })
    const edit = await staff.api.patch(`/api/roles/${above.id}`, { name: 'Mine', version: above.version })
    const removal = await staff.api.delete(`/api/roles/${above.id}`)
    expect([edit.body.error_code, removal.body.error_code]).toEqual([
      'ROLES_EXCEEDS_OWN',
      'ROLES_EXCEEDS_OWN',
    ])
  })
})

describe('permissions of a role', () => {
  it('[ROL4] shows the catalogue with what the role has of it', async () => {
    const { status, body } = await root.get(permissionsAt(CORE_ROLES.vip))
    const { entries } = body as unknown as {
      entries: { value: string; granted: boolean; category: string }[]
    }
    expect(status).toBe(200)
    expect(entries.filter(({ granted }) => granted).map(({ value }) => value)).toEqual([
      'user.permission.vip',
    ])
    expect(new Set(entries.map(({ category }) => category))).toContain('Admin Roles')
  })

  it('[ROL4] shows what is granted but defined by nobody now, and lets it be taken', async () => {
    const role = await createRole()
    await server.pool.query(`insert into roles."grant" values ($1, 'plugin.gone.use', true)`, [role.id])
    expect((await root.get(permissionsAt(role.id))).body).toMatchObject({ strays: ['plugin.gone.use'] })
    expect((await change(root, role.id, { revoke: ['plugin.gone.use'] })).status).toBe(200)
    expect(await holdings(role.id)).toEqual([])
  })

  it('[ROL5] gives and takes at once; what is not granted does not count', async () => {
    const role = await createRole()
    const given = await root.post(permissionsAt(role.id), {
      permissions: ['user.permission.vip', 'user.permission.alt'],
    })
    expect(grantedOf(given.body)).toEqual(['user.permission.alt', 'user.permission.vip'])
    const changed = await change(root, role.id, {
      grant: ['user.permission.vpn'],
      revoke: ['user.permission.alt'],
    })
    expect(grantedOf(changed.body)).toEqual(['user.permission.vip', 'user.permission.vpn'])
    const taken = await root.post(`${permissionsAt(role.id)}/revoke`, {
      permissions: ['user.permission.vip'],
    })
    expect(grantedOf(taken.body)).toEqual(['user.permission.vpn'])
  })

  it.each(['*', 'admin.*', 'ADMIN.ROLES.LIST', ' admin.roles.list', 'admin.roles.list ', 'admin.unheard.of'])(
    '[ROL6] refuses %j: values are compared exactly, and only what the catalogue has can be given',
    async (value) => {
      const role = await createRole()
      const { status, body } = await change(root, role.id, { grant: [value] })
      expect([status, body.error_code]).toEqual([400, 'ROLES_UNKNOWN_PERMISSION'])
      expect(await holdings(role.id)).toEqual([])
    },
  )

  const editor: SignInOptions = {
    permissions: ['admin.permissions.list', 'admin.permissions.edit', 'user.permission.vip'],
  }

  it('[ROL7] lets somebody give only what they hold themselves', async () => {
    const { api } = await server.signIn(editor)
    const role = await createRole()
    expect((await change(api, role.id, { grant: ['user.permission.vip'] })).status).toBe(200)
    for (const value of ['user.permission.vpn', 'admin.root']) {
      const { status, body } = await change(api, role.id, { grant: [value] })
      expect([status, body.error_code]).toEqual([403, 'ROLES_EXCEEDS_OWN'])
    }
    expect(await holdings(role.id)).toEqual(['user.permission.vip'])
  })

  it('[ROL7] does not let somebody lift their own role', async () => {
    const { api, person } = await server.signIn(editor)
    const own = await service().roleOf(person.id)
    const { body } = await change(api, own.id, { grant: ['admin.users.delete'] })
    expect(body.error_code).toBe('ROLES_EXCEEDS_OWN')
  })

  it('[ROL8] does not let somebody weaken a role that stands above them', async () => {
    const { api } = await server.signIn(editor)
    const role = await createRole()
    await change(root, role.id, { grant: ['user.permission.vip', 'user.permission.vpn'] })
    const { body } = await change(api, role.id, { revoke: ['user.permission.vip'] })
    expect(body.error_code).toBe('ROLES_EXCEEDS_OWN')
  })

  it('[ROL9] asks for recent reauthentication before any permission is given or taken', async () => {
    const role = await createRole()
    await forgetReauthentication()
    const harmless = await change(root, role.id, { grant: ['user.permission.vip'] })
    expect([harmless.status, harmless.body.error_code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    const unproven = await change(root, role.id, { grant: ['admin.root'] })
    expect([unproven.status, unproven.body.error_code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    await prove(rootId)
    expect((await change(root, role.id, { grant: ['admin.root'] })).status).toBe(200)
    await forgetReauthentication()
    expect((await change(root, role.id, { revoke: ['admin.root'] })).body.error_code).toBe(
      'REAUTHENTICATION_REQUIRED',
    )
    await prove(rootId)
    expect((await change(root, role.id, { revoke: ['admin.root'] })).status).toBe(200)
  })

  it('[ROL10] keeps the last administrator, also when two demote each other at once', async () => {
    await prove(rootId)
    const refused = await change(root, CORE_ROLES.administrator, { revoke: ['admin.root'] })
    expect([refused.status, refused.body.error_code]).toEqual([409, 'ROLES_LAST_ADMINISTRATOR'])
    const second = await server.signIn({ role: 'Administrator' })
    const demote = (user: string) =>
      server.server.core.orm.transaction((tx) =>
        service().assign(tx, { user, role: CORE_ROLES.default, actor: { permissions: ['admin.root'] } }),
      )
    const outcomes = await Promise.allSettled([demote(second.person.id), demote(rootId)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await service().hasAdministrator()).toBe(true)
    await server.server.core.orm.transaction((tx) => service().assignAdministrator(tx, rootId))
  })

  it('[ROL5] [ROL11] reaches members at once: the next call knows the change', async () => {
    const role = await createRole()
    const { api, person } = await server.signIn()
    await change(root, role.id, { grant: ['admin.roles.list'] })
    await server.server.core.orm.transaction((tx) =>
      service().assign(tx, { user: person.id, role: role.id, actor: { permissions: ['admin.root'] } }),
    )
    expect((await api.get('/api/roles')).status).toBe(200)
    await change(root, role.id, { revoke: ['admin.roles.list'] })
    expect((await api.get('/api/roles')).status).toBe(403)
  })

  it('[ROL2] [ROL11] reaches those who have the default role by being given no other', async () => {
    const { api } = await server.signIn()
    expect((await api.get('/api/roles')).status).toBe(403)
    await change(root, CORE_ROLES.default, { grant: ['admin.roles.list'] })
    expect((await api.get('/api/roles')).status).toBe(200)
    await change(root, CORE_ROLES.default, { revoke: ['admin.roles.list'] })
    expect((await api.get('/api/roles')).status).toBe(403)
  })

  it('[ROL11] finishes a role of more than 500 members by a job', async () => {
    const role = await createRole()
    await server.pool.query(
      `with person as (
         insert into kernel.identity (id) select gen_random_uuid() from generate_series(1, 501) returning id)
       insert into roles.member (user_id, role_id) select id, $1 from person`,
      [role.id],
    )
    await change(root, role.id, { grant: ['user.permission.vip'] })
    await until('every member is reached', async () => {
      const { rows } = await server.pool.query(
        `select 1 from roles.member m join kernel.identity i on i.id = m.user_id where m.role_id = $1 and i.epoch = 1`,
        [role.id],
      )
      return rows.length === 0
    })
  })

  it('[ROL12] writes who changed what into the log', async () => {
    const role = await createRole()
    await change(root, role.id, { grant: ['user.permission.vip'] })
    const [entry] = await server.server.core.audit.list({ target: role.id, limit: 1 })
    expect(entry).toMatchObject({
      actor: rootId,
      action: 'roles:permissions_changed',
      before: { permissions: [] },
      after: { permissions: ['user.permission.vip'] },
    })
  })

  it('[ROL13] answers an unknown role like one that is not there, and changes nothing', async () => {
    const gone = crypto.randomUUID()
    const answers = [
      await root.get(permissionsAt(gone)),
      await change(root, gone, { grant: ['user.permission.vip'] }),
      await root.get(`/api/roles/${gone}`),
      await root.delete(`/api/roles/${gone}`),
    ]
    for (const { status, body } of answers) expect([status, body.error_code]).toEqual([404, 'NOT_FOUND'])
    const { rowCount } = await server.pool.query('select 1 from roles."grant" where role_id = $1', [gone])
    expect(rowCount).toBe(0)
  })

  it.each([
    ['GET', '', 'admin.permissions.list'],
    ['POST', '', 'admin.permissions.create'],
    ['PATCH', '', 'admin.permissions.edit'],
    ['POST', '/revoke', 'admin.permissions.delete'],
  ])('[ROL14] opens %s …/permissions%s to %s alone', async (method, rest, permission) => {
    const all = ['list', 'create', 'edit', 'delete'].map((action) => `admin.permissions.${action}`)
    const others = await server.signIn({ permissions: all.filter((each) => each !== permission) })
    const holder = await server.signIn({ permissions: [permission] })
    const path = `${permissionsAt(crypto.randomUUID())}${rest}`
    const body = method === 'GET' ? undefined : {}
    expect((await others.api.send(method, path, body)).status).toBe(403)
    expect([400, 404]).toContain((await holder.api.send(method, path, body)).status)
  })
})
