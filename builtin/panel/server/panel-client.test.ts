import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPanelEmulator, type PanelEmulator } from '../../../sdk/panel-emulator/start-panel-emulator.ts'
import type { Panel, PanelDialect } from '../contract/panel.ts'
import { aPanelServer, aPanelUser, someResources } from '../testing.ts'
import { createPanelClient } from './panel-client.ts'

describe.each<PanelDialect>(['pterodactyl', 'pelican'])('the panel client and %s', (dialect) => {
  let emulator: PanelEmulator
  let panel: Panel

  beforeEach(async () => {
    emulator = await startPanelEmulator({ dialect })
    panel = createPanelClient({ baseUrl: `${emulator.url}/`, apiKey: emulator.apiKey, dialect })
  })
  afterEach(() => emulator.close())

  const aUserOnThePanel = () => panel.createUser(aPanelUser({ password: 'a-long-password' }))

  it('[PAN1] is healthy and lists places and eggs', async () => {
    expect(await panel.health()).toMatchObject({ ok: true })
    const [place] = await panel.listLocations()
    expect(place).toMatchObject({ id: 1, name: dialect === 'pelican' ? 'fra-1' : 'fra' })
    const nests = await panel.listNests()
    const eggs = await panel.listEggs(nests[0]?.id ?? 0)
    expect(eggs.map(({ name }) => name)).toContain('Paper')
    expect(eggs.every(({ nestId }) => nestId === nests[0]?.id)).toBe(true)
  })

  it('[PAN1] reads an egg with its variables', async () => {
    const egg = await panel.getEgg(1, 1)
    expect(egg).toMatchObject({ name: 'Paper', nestId: 1, dockerImage: 'ghcr.io/pterodactyl/yolks:java_21' })
    expect(egg.variables).toContainEqual(
      expect.objectContaining({
        key: 'SERVER_JARFILE',
        defaultValue: 'server.jar',
        rules: ['required', 'string', 'max:40'],
      }),
    )
  })

  it('[PAN1] finds users by external id, then by e-mail', async () => {
    const made = await aUserOnThePanel()
    expect(await panel.findUser({ externalId: 'user-1' })).toEqual(made)
    expect(await panel.findUser({ externalId: 'nobody', email: 'ADA@example.com' })).toEqual(made)
    expect(await panel.findUser({ externalId: 'nobody' })).toBeNull()
  })

  it('[PAN1] lists users page by page', async () => {
    const made = await aUserOnThePanel()
    const { users, page, pages, total } = await panel.listUsers()
    expect(users).toContainEqual(made)
    expect([page, pages, total]).toEqual([1, 1, users.length])
    expect((await panel.listUsers({ page: 2 })).users).toEqual([])
  })

  it('[PAN11] does not take a longer address for the wanted one', async () => {
    await panel.createUser(aPanelUser({ email: 'not-ada@example.com' }))
    expect(await panel.findUser({ email: 'ada@example.com' })).toBeNull()
  })

  it('[PAN10] changes of a user leave the rest as it was', async () => {
    const made = await aUserOnThePanel()
    expect(await panel.updateUser(made.id, { email: 'new@example.com' })).toEqual({
      ...made,
      email: 'new@example.com',
    })
  })

  it('[PAN4] an e-mail that is taken is a conflict', async () => {
    await aUserOnThePanel()
    const again = panel.createUser(aPanelUser({ externalId: 'user-2', username: 'eve' }))
    await expect(again).rejects.toMatchObject({
      reason: 'conflict',
      field: 'email',
      code: 'ValidationException',
    })
  })

  it('[PAN1] [PAN2] creates a server in its place from the egg: image, start-up and default variables', async () => {
    const { id: userId } = await aUserOnThePanel()
    const server = await panel.createServer(aPanelServer({ userId }))
    expect(server).toMatchObject({
      externalId: 'server-1',
      state: 'installing',
      userId,
      locationId: 2,
      eggId: 1,
      resources: someResources(),
      address: expect.stringMatching(/^nyc-1\.example\.com:\d+$/),
    })
    expect(emulator.state.servers[0]).toMatchObject({
      image: 'ghcr.io/pterodactyl/yolks:java_21',
      environment: { SERVER_JARFILE: 'server.jar', BUILD_NUMBER: 'latest' },
      limits: { memory: 1024, swap: 0, disk: 2048, io: 500, cpu: 100 },
    })
    expect(await panel.getServer(server.id)).toMatchObject({ state: 'ready' })
  })

  it('[PAN3] a second server of the same external id is a conflict', async () => {
    const { id: userId } = await aUserOnThePanel()
    const made = await panel.createServer(aPanelServer({ userId }))
    await expect(panel.createServer(aPanelServer({ userId }))).rejects.toMatchObject({
      reason: 'conflict',
      field: 'external_id',
    })
    expect(await panel.findServerByExternalId('server-1')).toMatchObject({ id: made.id })
    expect(await panel.findServerByExternalId('server-2')).toBeNull()
  })

  it('[PAN4] a place without room refuses the server as invalid', async () => {
    const { id: userId } = await aUserOnThePanel()
    const huge = panel.createServer(aPanelServer({ userId, memory: 10_000_000 }))
    await expect(huge).rejects.toMatchObject({ reason: 'invalid', code: 'NoViableNodeException' })
    expect(emulator.state.servers).toHaveLength(0)
  })

  it('[PAN10] new resources and details keep external id, owner and port', async () => {
    const { id: userId } = await aUserOnThePanel()
    const made = await panel.createServer(aPanelServer({ userId }))
    const wanted = someResources({ memory: 4096, allocations: 3 })
    const limits = () => emulator.state.servers[0]?.limits
    // As staff set them in the panel.
    const tuning = { swap: 512, io: 700 }
    Object.assign(limits() ?? {}, tuning)
    await panel.updateServerBuild(made.id, wanted)
    expect(limits()).toMatchObject({ memory: 4096, ...tuning })
    const renamed = await panel.updateServerDetails(made.id, { name: 'Creative' })
    expect(renamed).toEqual({ ...made, state: 'ready', name: 'Creative', resources: wanted, tuning })
  })

  it('[PAN1] suspends, unsuspends and lists', async () => {
    const { id: userId } = await aUserOnThePanel()
    const { id } = await panel.createServer(aPanelServer({ userId }))
    await panel.suspendServer(id)
    expect(await panel.getServer(id)).toMatchObject({ state: 'suspended', suspended: true })
    await panel.unsuspendServer(id)
    const { servers, ...paging } = await panel.listServers({ page: 1 })
    expect(paging).toEqual({ page: 1, pages: 1, total: 1 })
    expect(servers).toEqual([expect.objectContaining({ id, state: 'ready' })])
  })

  it('[PAN9] what is already gone counts as deleted', async () => {
    const { id: userId } = await aUserOnThePanel()
    const { id } = await panel.createServer(aPanelServer({ userId }))
    await expect(panel.deleteUser(userId)).rejects.toMatchObject({ reason: 'invalid' })
    await panel.deleteServer(id)
    await panel.deleteServer(id)
    await panel.deleteUser(userId)
    await panel.deleteUser(userId)
    await expect(panel.getServer(id)).rejects.toMatchObject({ reason: 'not-found' })
    expect(emulator.state.users).toHaveLength(0)
  })
})
