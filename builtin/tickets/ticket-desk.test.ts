import {
  pluginTicketBounds,
  type TicketDeskOpened,
  type TicketDeskReplied,
  type TicketDeskTicket,
} from '@spawnpoint/contracts/tickets'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modes, rootsWith } from '../../tests/support/plugins/isolated-plugin.ts'
import { callService, writeServiceCaller } from '../../tests/support/plugins/service-caller.ts'
import { createPluginsFolder } from '../../tests/support/plugins/write-plugin.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aReply, aTicket } from './testing.ts'

const plugins = createPluginsFolder()
let server: TestServer

beforeAll(async () => {
  for (const mode of modes)
    for (const name of ['bridge', 'other'])
      writeServiceCaller(plugins, {
        id: `${name}-${mode}`,
        mode,
        service: 'tickets.desk',
        title: 'The bridge',
      })
  server = await startTestServer({ roots: rootsWith(plugins) })
  await server.server.core.settings.write({ tickets_open_limit: 20, tickets_undo_seconds: 0 })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

interface Shown {
  readonly ticket: { readonly id: string; readonly status: string; readonly subject: string }
  readonly messages: readonly {
    readonly body: string
    readonly staff: boolean
    readonly author: { readonly name: string } | null
    readonly plugin: string | null
  }[]
}
const shown = async (api: ApiClient, path: string) => (await api.get(path)).body as unknown as Shown
const bellOf = async (api: ApiClient) =>
  (await api.get('/api/notifications')).body['items'] as readonly { kind: string; params: object }[]

describe.each(modes)('tickets in the hands of a plugin in its %s', (mode) => {
  const bridge = `bridge-${mode}`
  const desk = async <T>(method: string, argument: unknown, plugin = bridge) =>
    (await callService<T>(server, plugin, method, argument)).answer
  const opens = (request: object, plugin?: string) => desk<TicketDeskOpened>('open', request, plugin)
  const replies = (request: object, plugin?: string) => desk<TicketDeskReplied>('reply', request, plugin)
  const anOpening = (user: string, over: object = {}) => ({
    user,
    subject: 'Your server is idle',
    body: 'It will be **paused** soon.',
    key: randomUUID(),
    ...over,
  })
  /** Opens a ticket that the customer is told about. */
  const opened = async (user: string, over: object = {}) => {
    const answer = await opens(anOpening(user, over))
    if (!answer?.ok) throw new Error(JSON.stringify(answer))
    return answer
  }

  it('[TIC49] opens a ticket in its own name, once for each key; the customer hears of it', async () => {
    const { person, api } = await server.signIn()
    const request = anOpening(person.id)
    const first = await opens(request)
    expect(first).toMatchObject({ ok: true, repeated: false })
    expect(await opens(request)).toEqual({ ...first, repeated: true })
    expect(await opens({ ...request, subject: 'Other' })).toMatchObject({ reason: 'key-reused' })
    const { body } = await api.get('/api/tickets')
    expect(body['items']).toMatchObject([
      { subject: 'Your server is idle', status: 'replied', priority: 'low' },
    ])
    const { ticket, messages } = await shown(
      api,
      `/api/tickets/${(body['items'] as { id: string }[])[0]?.id}`,
    )
    expect(messages).toMatchObject([{ author: null, plugin: 'The bridge', staff: true }])
    expect(await bellOf(api)).toMatchObject([
      { kind: 'opened', params: { writer: 'The bridge', subject: ticket.subject } },
    ])
  })

  it('[TIC49] answers like staff, with its name, and passes on what the customer wrote elsewhere', async () => {
    const { person, api } = await server.signIn()
    const id = String((await api.post('/api/tickets', aTicket())).body['id'])
    const answer = { ticket: id, body: 'Did you try to restart it?', key: randomUUID() }
    expect(await replies(answer)).toEqual({ ok: true, repeated: false })
    expect(await replies(answer)).toEqual({ ok: true, repeated: true })
    expect(await replies({ ...answer, body: 'Other' })).toEqual({ ok: false, reason: 'key-reused' })
    expect((await shown(api, `/api/tickets/${id}`)).ticket.status).toBe('replied')
    await replies({ ticket: id, body: 'I did, from Discord', from: 'customer', key: randomUUID() })
    const { ticket, messages } = await shown(api, `/api/tickets/${id}`)
    expect(ticket.status).toBe('open')
    expect(messages.slice(1)).toMatchObject([
      { body: 'Did you try to restart it?', author: null, plugin: 'The bridge', staff: true },
      { body: 'I did, from Discord', author: { name: person.username }, plugin: 'The bridge', staff: false },
    ])
    expect(await bellOf(api)).toMatchObject([{ kind: 'replied', params: { writer: 'The bridge' } }])
    const agent = await server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
    expect((await shown(agent.api, `/api/tickets/queue/${id}`)).messages).toHaveLength(3)
  })

  it('[TIC49] tells the agent of a ticket what the customer wrote through a plugin', async () => {
    const { person, api } = await server.signIn()
    const agent = await server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
    const { ticket } = await opened(person.id, { from: 'customer' })
    expect(await bellOf(api)).toEqual([])
    const path = `/api/tickets/queue/${ticket}`
    const { version } = (await agent.api.get(path)).body['ticket'] as { version: number }
    await agent.api.patch(path, { version, assigneeId: agent.person.id })
    await replies({ ticket, body: 'Any news?', from: 'customer', key: randomUUID() })
    expect(await bellOf(agent.api)).toMatchObject([{ kind: 'answered', params: { writer: person.username } }])
  })

  it('[TIC49] reads a ticket without notes, by name of the writers', async () => {
    const { person } = await server.signIn()
    const agent = await server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
    const { ticket, number } = await opened(person.id)
    const path = `/api/tickets/queue/${ticket}/replies`
    expect((await agent.api.post(path, aReply({ body: 'A note', internal: true }))).status).toBe(200)
    expect((await agent.api.post(path, aReply({ body: 'An answer' }))).status).toBe(200)
    expect(await desk<TicketDeskTicket>('find', ticket)).toMatchObject({
      number,
      owner: person.id,
      status: 'replied',
      messages: [
        { from: 'plugin', name: 'The bridge', body: 'It will be **paused** soon.' },
        { from: 'staff', name: agent.person.username, body: 'An answer' },
      ],
    })
    expect(await desk('find', randomUUID())).toBeNull()
  })

  it('[TIC49] writes in no closed ticket, and opens a few a day for one user, also of its own', async () => {
    const { person, api } = await server.signIn()
    const { ticket } = await opened(person.id)
    await api.post(`/api/tickets/${ticket}/close`, {})
    expect(await replies({ ticket, body: 'x', key: randomUUID() })).toEqual({ ok: false, reason: 'closed' })
    for (let time = 1; time < pluginTicketBounds.opened; time += 1) await opened(person.id)
    expect(await opens(anOpening(person.id))).toEqual({ ok: false, reason: 'too-many' })
    await server.server.core.settings.write({ tickets_open_limit: pluginTicketBounds.opened })
    expect(await opens(anOpening(person.id), `other-${mode}`)).toMatchObject({ ok: true })
    expect(await opens(anOpening(person.id), `other-${mode}`)).toEqual({ ok: false, reason: 'too-many' })
    await server.server.core.settings.write({ tickets_open_limit: 20 })
  })

  it('[TIC49] refuses what is no request, nobody, and a department that is not there', async () => {
    const { person } = await server.signIn()
    for (const wrong of [
      { subject: '' },
      { subject: 'a\nb' },
      { body: '' },
      { from: 'staff' },
      { priority: 'x' },
    ]) {
      const { error } = await callService(server, bridge, 'open', anOpening(person.id, wrong))
      expect(error).toContain('E_SERVICE_REQUEST: ')
    }
    for (const user of ['nobody', randomUUID()])
      expect(await opens(anOpening(user))).toEqual({ ok: false, reason: 'unknown' })
    expect(await opens(anOpening(person.id, { department: randomUUID() }))).toMatchObject({
      reason: 'department',
    })
    for (const ticket of ['nowhere', randomUUID()])
      expect(await replies({ ticket, body: 'x', key: 'x' })).toEqual({ ok: false, reason: 'unknown' })
  })
})

it('[TIC49] opens none while tickets are off', async () => {
  const { person } = await server.signIn()
  await server.server.core.settings.write({ allow_tickets: false })
  const request = { user: person.id, subject: 'x', body: 'x', key: randomUUID() }
  expect(await callService(server, 'bridge-process', 'open', request)).toEqual({
    answer: { ok: false, reason: 'off' },
  })
})
