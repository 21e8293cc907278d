import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { panelErrors, type PanelErrorAnswer } from '../../tests/support/panel/panel-errors.ts'
import { panelVersions } from '../../tests/support/panel/panel-versions.ts'
import { startStrictPanel, type StrictPanel } from '../../tests/support/panel/strict-panel.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'
import type { Panel } from './contract/panel.ts'
import type { PanelFailure } from './contract/panel-error.ts'
import { createPanelClient } from './server/panel-client.ts'
import { aPanelServer, aPanelUser, someResources } from './testing.ts'

type Refusal = [
  name: string,
  answer: PanelErrorAnswer,
  read: PanelFailure,
  write: PanelFailure,
  more?: Record<string, unknown>,
]

const field = { field: 'limits.memory', rule: 'numeric', detail: 'The limits.memory must be a number.' }

const refusals: Refusal[] = [
  ['no key', panelErrors.noKey, 'unauthorized', 'unauthorized'],
  ['a key without the right', panelErrors.noRight, 'unauthorized', 'unauthorized'],
  ['a key of no administrator', panelErrors.noAdministrator, 'unauthorized', 'unauthorized'],
  ['no such record', panelErrors.notFound, 'not-found', 'not-found'],
  ['no such route', panelErrors.noRoute('api/application/servers/1'), 'unavailable', 'unavailable'],
  ['JSON that it cannot read', panelErrors.malformed, 'invalid', 'invalid'],
  ['a refusal in words', panelErrors.display('Not now.'), 'invalid', 'invalid', { detail: 'Not now.' }],
  ['no node with room', panelErrors.noNode, 'invalid', 'invalid', { code: 'NoViableNodeException' }],
  ['a server on the move', panelErrors.transferring, 'conflict', 'conflict'],
  ['too many calls', panelErrors.tooMany, 'rate-limited', 'rate-limited', { retryAfterMs: 37_000 }],
  ['an error inside', panelErrors.inside, 'unavailable', 'unavailable'],
  ['maintenance', panelErrors.maintenance, 'unavailable', 'unavailable', { retryAfterMs: 60_000 }],
  ['a refused field', panelErrors.fields([field]), 'invalid', 'invalid', { field: 'limits.memory' }],
  ['a taken value', panelErrors.taken('external_id'), 'conflict', 'conflict', { field: 'external_id' }],
  ['a refusal that says nothing', { status: 403, body: [] }, 'invalid', 'invalid'],
  ['a node of Pelican that is away', panelErrors.pelicanNode, 'unavailable', 'unavailable'],
  ['a node that is away', panelErrors.node(504), 'unavailable', 'unknown-outcome'],
  ['a node that broke', panelErrors.node(502), 'unavailable', 'unknown-outcome'],
  ['a node that knows no such server', panelErrors.node(404), 'unavailable', 'unavailable'],
  ["a node that refuses the panel's own key", panelErrors.node(403), 'unavailable', 'unavailable'],
  ['a node in another state', panelErrors.node(409), 'unavailable', 'unavailable'],
  ['a node that takes no such body', panelErrors.node(422), 'unavailable', 'unavailable'],
]

describe.each(panelVersions)('the application API of $name', (version) => {
  let double: StrictPanel
  let panel: Panel

  beforeEach(async () => {
    double = await startStrictPanel(version)
    panel = createPanelClient({ baseUrl: double.url, apiKey: double.apiKey, dialect: version.dialect })
  })
  afterEach(() => double.close())

  const aUser = (name = 'ada') =>
    panel.createUser(aPanelUser({ externalId: name, email: `${name}@example.com`, username: name }))
  const aServer = async () => panel.createServer(aPanelServer({ userId: (await aUser()).id, locationId: 1 }))

  it('[PAN30] takes the pseudonym of an erased person, and lets the account go once it has no servers', async () => {
    const server = await aServer()
    const pseudonym = `deleted-${'0'.repeat(32)}`
    await expect(panel.deleteUser(server.userId)).rejects.toMatchObject({ reason: 'invalid' })
    const change = { username: pseudonym, email: `${pseudonym}@deleted.invalid`, firstName: '', lastName: '' }
    expect(await panel.updateUser(server.userId, change)).toMatchObject({
      username: pseudonym,
      externalId: 'ada',
    })
    await panel.deleteServer(server.id)
    await panel.deleteUser(server.userId)
    expect(await panel.findUser({ externalId: 'ada' })).toBeNull()
  })

  it('[PAN30] takes every call that we make and is asked for nothing else', async () => {
    expect(await panel.health()).toMatchObject({ ok: true })
    const isPelican = version.dialect === 'pelican'
    expect(await panel.listLocations()).toMatchObject([{ id: 1, name: isPelican ? 'fra-1' : 'fra' }])
    expect(await panel.listRoom()).toEqual([
      {
        nodeId: 1,
        locationId: 1,
        memory: 65_536,
        disk: Number.MAX_SAFE_INTEGER,
        cpu: isPelican ? 1_600 : Number.MAX_SAFE_INTEGER,
      },
    ])
    expect(await panel.countFreePorts(1)).toBe(
      [...double.rows.ports.values()].filter((server) => server === null).length,
    )
    expect(await panel.listNests()).toMatchObject([{ id: 1 }])
    expect(await panel.listEggs(1)).toEqual([
      { id: 1, nestId: 1, name: 'Paper', description: 'A fast server.' },
    ])
    const egg = await panel.getEgg(1, 1)
    expect(egg).toMatchObject({
      dockerImage: 'ghcr.io/example/java:21',
      startup: 'java -jar {{SERVER_JARFILE}}',
    })
    expect(egg.variables).toMatchObject([{ key: 'SERVER_JARFILE', rules: ['required', 'string', 'max:40'] }])

    const user = await panel.createUser(aPanelUser({ password: 'a-long-password' }))
    const { id: otherId } = await aUser('grace')
    expect(await panel.findUser({ externalId: 'user-1' })).toEqual(user)
    expect(await panel.findUser({ externalId: 'nobody', email: user.email })).toEqual(user)
    expect(await panel.updateUser(user.id, { externalId: null })).toEqual({ ...user, externalId: null })
    expect((await panel.listUsers()).users).toHaveLength(2)

    const made = await panel.createServer(aPanelServer({ userId: user.id, locationId: 1 }))
    expect(made).toMatchObject({
      externalId: 'server-1',
      state: 'installing',
      userId: user.id,
      locationId: 1,
    })
    expect(made.address).toMatch(/:\d+$/)
    expect(await panel.findServerByExternalId('server-1')).toMatchObject({ id: made.id })
    expect(await panel.findServerByExternalId('unknown')).toBeNull()
    const tuned = double.rows.servers[0]
    if (tuned) tuned.limits = { ...tuned.limits, swap: 256, io: 250 }
    expect(
      await panel.updateServerBuild(made.id, someResources({ memory: 2048, databases: 3 })),
    ).toMatchObject({ resources: { memory: 2048, databases: 3 }, tuning: { swap: 256, io: 250 } })
    expect(await panel.updateServerDetails(made.id, { name: 'Creative', userId: otherId })).toMatchObject({
      name: 'Creative',
      externalId: 'server-1',
      description: 'For friends',
      userId: otherId,
    })
    await panel.suspendServer(made.id)
    expect(await panel.getServer(made.id)).toMatchObject({ suspended: true, state: 'suspended' })
    await panel.unsuspendServer(made.id)
    expect(await panel.listServers()).toMatchObject({ total: 1, servers: [{ suspended: false }] })
    await panel.deleteServer(made.id, { force: true })
    await panel.deleteServer(made.id)
    await panel.deleteUser(user.id)
    expect(double.rows).toMatchObject({ servers: [], users: [{ id: otherId }] })

    expect(double.violations).toEqual([])
    expect(double.unused()).toEqual([])
  })

  it('[SRV66] builds no more on a node than it has processor time left, where the panel leaves that to us', async () => {
    const { userId } = await aServer()
    const wish = (cpu: number) => aPanelServer({ userId, externalId: `server-${cpu}`, locationId: 1, cpu })
    const beyond = panel.createServer(wish(1_501))
    if (version.dialect === 'pelican')
      await expect(beyond).rejects.toMatchObject({ reason: 'invalid', code: 'NoViableNodeException' })
    else expect(await beyond).toMatchObject({ resources: { cpu: 1_501 } })
    if (version.dialect === 'pelican') await panel.createServer(wish(1_500))
  })

  it('[PAN30] finds nothing to say against a server without a port, where there may be one', async () => {
    const { id } = await aServer()
    const row = double.rows.servers[0]
    if (row && !version.needsPort) row.allocation = null
    expect(await panel.updateServerBuild(id, someResources({ memory: 600 }))).toMatchObject({
      resources: { memory: 600 },
    })
    expect(double.violations).toEqual([])
  })

  it.each(refusals)(
    '[PAN4] [PAN30] [PAN31] [PAN32] answers with %s',
    async (_name, answer, read, write, more) => {
      const { id } = await aServer()
      // Clients of their own: after some answers one keeps quiet.
      const fresh = () =>
        createPanelClient({ baseUrl: double.url, apiKey: double.apiKey, dialect: version.dialect })
      double.answerNext(answer)
      await expect(fresh().getServer(id)).rejects.toMatchObject({ name: 'PanelError', reason: read, ...more })
      double.answerNext(answer)
      await expect(fresh().suspendServer(id)).rejects.toMatchObject({
        name: 'PanelError',
        reason: write,
        ...more,
      })
      expect(double.violations).toEqual([])
    },
  )
})

it('[PAN31] a node that refuses the panel three times does not stop the calls', async () => {
  const [version] = panelVersions
  if (!version) throw new Error('no version')
  const double = await startStrictPanel(version)
  const refused: boolean[] = []
  const panel = createPanelClient({
    baseUrl: double.url,
    apiKey: double.apiKey,
    dialect: version.dialect,
    onKeyRefused: (is) => refused.push(is),
  })
  for (let times = 0; times < 4; times += 1) {
    double.answerNext(panelErrors.node(403))
    await expect(panel.suspendServer(1)).rejects.toMatchObject({ reason: 'unavailable' })
  }
  expect(refused).not.toContain(true)
  await double.close()
})

type Row = {
  id: string
  status: string
  memory: number
  wanted: unknown
  version: number
  panelState: string
}
type Offered = { choices: { value: number }[] }

describe('the whole life of a server', () => {
  let host: HostingServer
  let double: StrictPanel

  beforeAll(async () => {
    host = await startHostingServer()
  })
  afterEach(() => double.close())
  afterAll(() => host.stop())

  const own = async (api: ApiClient) => (await api.get('/api/servers')).body['servers'] as Row[]
  const theServer = () => double.rows.servers[0]
  const lookBack = () => host.server.core.settings.write({ panel_timeout_seconds: 59 })

  const connect = async (version: (typeof panelVersions)[number]) => {
    double = await startStrictPanel(version)
    await host.server.core.settings.write({
      pterodactyl_base_url: double.url,
      pterodactyl_api_key: double.apiKey,
      pterodactyl_client_key: '',
      panel_dialect: version.dialect,
      panel_timeout_seconds: 60,
    })
  }

  const importCatalogue = async (api: ApiClient) => {
    const offered = async (path: string) => ((await api.get(path)).body as unknown as Offered).choices
    expect(await offered('/api/locations/panel-locations')).toMatchObject([{ value: 1 }])
    expect(await offered('/api/egg-categories/panel-nests')).toMatchObject([{ value: 1 }])
    expect(await offered(`/api/eggs/panel-eggs?category=${host.category.id}`)).toMatchObject([{ value: 1 }])
  }

  it.each(panelVersions)(
    '[PAN30] is what $name documents, from the order to the deletion',
    async (version) => {
      await connect(version)
      const admin = await host.signIn({ role: 'Administrator' })
      await importCatalogue(admin.api)
      const [owner, receiver] = [await host.signIn(), await host.signIn()]

      await owner.api.get(`/api/servers/eggs/${host.egg.id}/variables`)
      await owner.api.post('/api/servers', host.anOrder())
      const server = await until('it is installed', async () =>
        (await own(owner.api)).find(({ panelState }) => panelState === 'ready'),
      )
      expect(theServer()).toMatchObject({ name: 'Survival', limits: { memory: 512 } })

      const sizes = { memory: 640, cpu: 50, disk: 600, databases: 0, backups: 1, allocations: 1 }
      await owner.api.patch(`/api/servers/${server.id}`, {
        name: 'Creative',
        description: '',
        version: server.version,
        ...sizes,
      })
      await until('the panel has it', async () => theServer()?.limits.memory === 640)
      await until('the change is over', async () => (await own(owner.api))[0]?.wanted === null)
      expect(theServer()).toMatchObject({ name: 'Creative', external_id: expect.any(String) })

      const suspension = `/api/servers/of/${owner.person.id}/${server.id}/suspension`
      await admin.api.put(suspension, { suspended: true, reason: 'Mining coins' })
      await until('it stands still', async () => theServer()?.status === 'suspended')
      await admin.api.put(suspension, { suspended: false, reason: 'Cleared up' })
      await until('it runs', async () => theServer()?.status === null)

      await admin.api.put(`/api/servers/all/${server.id}/owner`, {
        owner: receiver.person.id,
        reason: 'Sold to a friend',
      })
      await until('it is theirs', async () => (await own(receiver.api))[0]?.id === server.id)
      const account = double.rows.users.find(({ external_id }) => external_id === receiver.person.id)
      expect(theServer()?.user).toBe(account?.id)

      await lookBack()
      const of = `/api/panel-accounts/of/${owner.person.id}`
      expect((await admin.api.get(of)).body).toMatchObject({ state: 'linked' })
      expect((await admin.api.delete(of)).status).toBe(200)
      expect(double.rows.users.find(({ email }) => email === owner.person.email)?.external_id).toBeNull()

      expect((await receiver.api.delete(`/api/servers/${server.id}`)).status).toBe(200)
      await until('the panel has let go of it', async () => theServer() === undefined)
      await until('it is gone here', async () => (await own(receiver.api)).length === 0)
      await until('all servers were compared', async () => !double.unused().includes('GET /servers'))
      expect(double.violations).toEqual([])
    },
  )
})
