import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

let host: HostingServer
let now = Date.parse('2027-02-01T12:00:00Z')
beforeAll(async () => {
  host = await startHostingServer({ clock: { now: () => new Date(now) } })
})
afterAll(() => host.stop())

const panelEgg = () => {
  const egg = host.panel.state.eggs.find(({ id }) => id === 1)
  if (!egg) throw new Error('the panel has lost its egg')
  return egg
}
const setRules = (key: string, rules: string, value?: string) => {
  for (const variable of panelEgg().variables)
    if (variable.env_variable === key)
      Object.assign(variable, { rules, ...(value !== undefined && { default_value: value }) })
}
let before: string
beforeEach(() => {
  // An egg that was read before is asked for again.
  now += 60_000
  before ??= JSON.stringify(panelEgg().variables)
  panelEgg().variables = JSON.parse(before)
})

const order = async (environment: Record<string, string> = {}) => {
  const { api } = await host.signIn()
  const { status, body } = await api.post('/api/servers', host.anOrder({ environment }))
  const { slots } = (await api.get('/api/servers')).body as unknown as { slots: { used: number } }
  return { answer: status === 200 ? 'taken' : body.error_code, held: slots.used }
}

it('[SRV100] refuses a game whose rules the panel fails on, with chosen values and without', async () => {
  setRules('BUILD_NUMBER', 'required|regex:/^(latest|\\d+)$/')
  const refused = { answer: 'SERVERS_EGG_BROKEN', held: 0 }
  expect(await order()).toEqual(refused)
  expect(await order({ MINECRAFT_VERSION: '1.21' })).toEqual(refused)
  const { api } = await host.signIn()
  const { status, body } = await api.get(`/api/servers/eggs/${host.egg.id}/variables`)
  expect([status, body.error_code]).toEqual([409, 'SERVERS_EGG_BROKEN'])
})

it('[SRV100] refuses a default that nobody could change, and one that its owner has left wrong', async () => {
  setRules('BUILD_NUMBER', 'required|integer')
  expect(await order()).toEqual({ answer: 'SERVERS_VARIABLE', held: 0 })
  now += 60_000
  for (const variable of panelEgg().variables) variable.user_editable = false
  expect(await order()).toEqual({ answer: 'SERVERS_EGG_BROKEN', held: 0 })
})

it('[SRV100] refuses a game that the panel has no more', async () => {
  const all = host.panel.state.eggs
  host.panel.state.eggs = all.filter(({ id }) => id !== 1)
  expect(await order()).toEqual({ answer: 'SERVERS_EGG_BROKEN', held: 0 })
  host.panel.state.eggs = all
  now += 60_000
  expect(await order()).toMatchObject({ answer: 'taken' })
})

it('[PAN28] refuses a value that the pattern does not take, and builds one that it takes', async () => {
  setRules('SERVER_JARFILE', String.raw`required|regex:/^[\w.-]+\.jar$/`)
  expect(await order({ SERVER_JARFILE: 'paper.zip' })).toEqual({ answer: 'SERVERS_VARIABLE', held: 0 })
  expect(await order({ SERVER_JARFILE: 'paper.jar' })).toEqual({ answer: 'taken', held: 1 })
})

it('[PAN28] keeps the default of a variable whose pattern only the panel can check', async () => {
  setRules('SERVER_JARFILE', 'required|regex:/^(?!evil).+$/')
  expect(await order({ SERVER_JARFILE: 'paper.jar' })).toEqual({ answer: 'SERVERS_VARIABLE', held: 0 })
  expect(await order()).toEqual({ answer: 'taken', held: 1 })
})

const staff = () => host.signIn({ permissions: ['admin.server.queue.create', 'admin.server.queue.view'] })
const held = async (api: Awaited<ReturnType<HostingServer['signIn']>>['api']) =>
  ((await api.get('/api/servers')).body as unknown as { slots: { used: number } }).slots.used

it('[SRV110] checks what staff order for somebody by the rules of the egg, before anything is reserved', async () => {
  const { api: customer, person } = await host.signIn()
  const { api } = await staff()
  const create = async (environment: Record<string, string> = {}, more: object = {}) => {
    const { acceptTerms: _, ...order } = host.anOrder({ environment, ...more })
    const { status, body } = await api.post('/api/server-queue', { ...order, owner: person.id })
    return { answer: status === 200 ? String(body['id']) : body.error_code, held: await held(customer) }
  }
  setRules('BUILD_NUMBER', 'required|regex:/^(latest|\\d+)$/')
  expect(await create()).toEqual({ answer: 'SERVERS_EGG_BROKEN', held: 0 })
  const beyond = { ignoreLimits: true, reason: 'A gift' }
  expect(await create({}, beyond)).toEqual({ answer: 'SERVERS_EGG_BROKEN', held: 0 })

  now += 60_000
  setRules('BUILD_NUMBER', 'required|string')
  setRules('SERVER_JARFILE', String.raw`required|regex:/^[\w.-]+\.jar$/`)
  expect(await create({ SERVER_JARFILE: 'paper.zip' })).toEqual({ answer: 'SERVERS_VARIABLE', held: 0 })
  expect(await create({ UNKNOWN: '1' })).toEqual({ answer: 'SERVERS_VARIABLE', held: 0 })

  now += 60_000
  const lift = host.panel.fault({ kind: 'down' })
  expect(await create({ SERVER_JARFILE: 'own.jar' })).toEqual({ answer: 'SERVERS_SETTINGS_AWAY', held: 0 })
  lift()
  const { answer: id, held: taken } = await create({ SERVER_JARFILE: 'own.jar' })
  expect(taken).toBe(1)
  const built = await until('it stands on the panel', async () =>
    host.panel.state.servers.find(({ external_id }) => external_id === id),
  )
  expect(built.environment).toMatchObject({ SERVER_JARFILE: 'own.jar' })
  const { rows } = await host.pool.query(`select after from kernel.audit where target = $1`, [id])
  expect(JSON.stringify(rows)).toContain('SERVER_JARFILE')
  expect(JSON.stringify(rows)).not.toContain('own.jar')
})

it('[SRV110] retries a failed build with the values that its owner chose, unless the egg takes them no more', async () => {
  setRules('SERVER_JARFILE', String.raw`required|regex:/^[\w.-]+\.jar$/`)
  const { api: customer } = await host.signIn()
  host.panel.fault({ kind: 'status', status: 422, method: 'POST', path: '/servers', times: 1 })
  const { body } = await customer.post(
    '/api/servers',
    host.anOrder({ environment: { SERVER_JARFILE: 'own.jar' } }),
  )
  const queued = async () => ((await customer.get('/api/servers')).body['queued'] as { status: string }[])[0]
  await until('it has failed', async () => (await queued())?.status === 'failed')
  const { api } = await staff()
  const retry = () => api.post(`/api/server-queue/${String(body['id'])}/retry`, {})

  now += 60_000
  setRules('SERVER_JARFILE', 'required|in:server.jar')
  expect((await retry()).body).toMatchObject({
    error_code: 'SERVERS_VARIABLE',
    details: { name: 'Server Jar File' },
  })
  expect(await held(customer)).toBe(0)

  now += 60_000
  setRules('SERVER_JARFILE', 'required|string')
  const again = await retry()
  expect(again.status).toBe(200)
  const built = await until('it stands on the panel', async () =>
    host.panel.state.servers.find(({ external_id }) => external_id === again.body['id']),
  )
  expect(built.environment).toMatchObject({ SERVER_JARFILE: 'own.jar' })
})

it('[SRV111] tells who edits an egg at once why no servers can be created with it', async () => {
  const { api } = await host.signIn({ permissions: ['admin.egg.list'] })
  const { egg } = host
  const check = async () => (await api.get(`/api/servers/eggs/${egg.id}/check`)).body
  const listed = async () => (await api.get('/api/servers/broken-eggs')).body['eggs']
  expect(await check()).toMatchObject({ state: 'fine', broken: [], kept: [] })
  const isEmpty = async () => JSON.stringify(await listed()) === '[]'
  await until('earlier trouble is forgotten', isEmpty)

  setRules('BUILD_NUMBER', 'required|regex:/^(latest|x)$/')
  setRules('SERVER_JARFILE', 'required|regex:/^(?!evil).+$/')
  const found = { state: 'broken', broken: ['Build Number'], kept: ['Server Jar File'] }
  expect(await check()).toMatchObject(found)
  await until('the list follows', async () => JSON.stringify(await listed()).includes(egg.id))
  expect(await listed()).toEqual([{ id: egg.id, name: egg.name }])

  const lift = host.panel.fault({ kind: 'down' })
  expect(await check()).toMatchObject(found)
  lift()
  panelEgg().variables = JSON.parse(before)
  const isMended = async () => (await check())['state'] === 'fine'
  await until('the panel answers', isMended)
  await until('the list follows', isEmpty)

  const all = host.panel.state.eggs
  host.panel.state.eggs = all.filter(({ id }) => id !== 1)
  expect(await check()).toMatchObject({ state: 'missing' })
  host.panel.state.eggs = all
  await until('the panel has it again', isMended)

  expect((await api.get('/api/servers/eggs/0198c0de-0000-7000-8000-00000000abcd/check')).status).toBe(404)
  const { api: customer } = await host.signIn()
  for (const path of ['broken-eggs', `eggs/${egg.id}/check`])
    expect((await customer.get(`/api/servers/${path}`)).status).toBe(403)
})

it('[SRV101] names the eggs that no server can be built of to staff, until they are mended', async () => {
  const { api } = await host.signIn({ role: 'Administrator' })
  const look = async () => {
    await host.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
      JSON.stringify({ plugin: 'servers', job: 'egg-rules', payload: {} }),
    ])
    await until('the eggs were looked at', async () => {
      const { rowCount } = await host.pool.query(
        `select from graphile_worker._private_jobs where payload ->> 'job' = 'egg-rules'`,
      )
      return rowCount === 0
    })
    const health = JSON.stringify((await api.get('/api/admin-home/overview')).body)
    return { broken: (await api.get('/api/servers/figures')).body['brokenEggs'], health }
  }
  setRules('BUILD_NUMBER', 'required|regex:/^(latest|x)$/')
  setRules('SERVER_JARFILE', 'required|regex:/^(?!evil).+$/')
  const { egg } = host
  const trouble = { id: egg.id, name: egg.name, variables: ['Build Number'] }
  const found = await look()
  expect(found.broken).toEqual([trouble])
  expect(found.health).toContain('builds no server of these eggs: Paper (Build Number).')

  const lift = host.panel.fault({ kind: 'down' })
  expect((await look()).broken).toEqual([trouble])
  lift()
  setRules('BUILD_NUMBER', 'required|string')
  const mended = await until('the panel answers', async () => {
    const seen = await look()
    return JSON.stringify(seen.broken) === '[]' && seen
  })
  expect(mended.health).toContain('only the panel can check their patterns: Paper (Server Jar File).')
  setRules('SERVER_JARFILE', 'required|string')
  expect((await look()).health).toContain('The rules of all eggs can be used.')

  host.panel.state.eggs = host.panel.state.eggs.filter(({ id }) => id !== 1)
  expect((await look()).broken).toEqual([{ ...trouble, variables: [] }])
  await host.pool.query('update eggs.egg set enabled = false where id = $1', [egg.id])
  const left = await look()
  expect(left.broken).toEqual([])
  expect(left.health).toContain('The rules of all eggs can be used.')
})
