import { userCreated, UserNames } from '@spawnpoint/contracts/users'
import { serverDeleted } from '@spawnpoint/contracts/servers'
import { standIn, startPluginServer, type TestPluginServer } from '@spawnpoint/sdk/testing/server'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDeliveries, replayDelivery, sendTest } from '../contract/index.ts'

const folder = join(import.meta.dirname, '..')
const webhook = 'https://discord.com/api/webhooks/1/a-secret-token'
const view = { permissions: ['plugin.discord-notifications.view'] }
const send = { permissions: ['plugin.discord-notifications.view', 'plugin.discord-notifications.send'] }

const name = { id: randomUUID(), username: 'grace' }
const names = { find: async () => name, findMany: async () => [name] }

let server: TestPluginServer
beforeAll(async () => {
  server = await startPluginServer({
    folder,
    services: [standIn(UserNames, names)],
  })
})
afterAll(() => server.stop())

const configure = (values: Readonly<Record<string, unknown>>) =>
  server.server.plugins.writeConfig('discord-notifications', values, null)

const deliveries = async () => (await (await server.signIn(view)).call(listDeliveries)).deliveries

describe('what happens is posted', () => {
  it('[DIS7] nothing while no webhook is set', async () => {
    const ada = await server.signIn(send)
    await server.emit(userCreated, { id: ada.id })
    await expect(ada.call(sendTest)).rejects.toMatchObject({ code: 'DISCORD_NOTIFICATIONS_NOT_CONFIGURED' })
    // The kernel's jobs bring the event.
    const onTheWay = `select 1 from graphile_worker._private_jobs where payload->>'plugin' = 'kernel'`
    await expect.poll(() => server.rows(onTheWay)).toEqual([])
    expect(await ada.call(listDeliveries)).toMatchObject({ deliveries: [], isConfigured: false })
  })

  it('[DIS1] [DIS2] [DIS4] one message an event, tried again while Discord is out of reach', async () => {
    await configure({ webhook_url: webhook })
    const ada = await server.signIn(send)
    await server.emit(userCreated, { id: ada.id })
    // There is no Discord where tests run: the first attempt meets silence.
    await expect
      .poll(deliveries)
      .toMatchObject([
        { event: 'users:created', title: 'New account', status: 'pending', problem: 'UNREACHABLE' },
      ])
    const [stored] = await server.rows<{
      event_id: string
      message: { embeds: { description: string }[] }
    }>('select event_id, message from discord_notifications.delivery')
    expect(stored?.message.embeds[0]?.description).toBe('grace created an account.')
    await expect(
      server.rows(
        'insert into discord_notifications.delivery (event, event_id, message) values ($1, $2, $3)',
        ['users:created', stored?.event_id, {}],
      ),
    ).rejects.toThrow('delivery_event_id_key')
    const [{ id } = { id: '' }] = await deliveries()
    await expect(ada.call(replayDelivery, { params: { id } })).rejects.toMatchObject({
      code: 'DISCORD_NOTIFICATIONS_PENDING',
    })
    await server.rows(`update discord_notifications.delivery set status = 'failed'`)
    await ada.call(replayDelivery, { params: { id } })
    expect((await deliveries())[0]?.status).toBe('pending')
  })

  it('[DIS7] and nothing of a topic that is off', async () => {
    await configure({ webhook_url: webhook, servers: false })
    const before = (await deliveries()).length
    await server.emit(serverDeleted, { id: randomUUID(), owner: randomUUID() })
    const ada = await server.signIn(send)
    await server.emit(userCreated, { id: ada.id })
    await expect.poll(async () => (await deliveries()).length).toBe(before + 1)
    expect((await deliveries()).map(({ event }) => event)).not.toContain('servers:deleted')
  })

  it('[DIS8] the webhook is told to nobody', async () => {
    await configure({ webhook_url: webhook })
    const stored = await server.rows('select config::text as config from kernel.plugin')
    expect(JSON.stringify(stored)).toContain('webhook_url')
    expect(JSON.stringify(stored)).not.toContain('a-secret-token')
    expect(JSON.stringify(await server.server.plugins.readConfig('discord-notifications'))).not.toContain(
      'a-secret-token',
    )
  })

  it('the log needs one permission, sending another', async () => {
    const nobody = await server.signIn()
    await expect(nobody.call(listDeliveries)).rejects.toMatchObject({ status: 403 })
    const viewer = await server.signIn(view)
    await expect(viewer.call(sendTest)).rejects.toMatchObject({ status: 403 })
  })
})
