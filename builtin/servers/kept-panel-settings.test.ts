import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

let host: HostingServer

beforeAll(async () => {
  host = await startHostingServer()
})
afterAll(() => host.stop())

type Row = Record<string, unknown> & { id: string; version: number; wanted: object | null }

it.each([
  ['the name', { name: 'Renamed' }, 'details'],
  ['the memory', { memory: 768 }, 'build'],
])(
  "[SRV31] a customer's change of %s is all that the panel gets, and keeps swap and disk weight that staff set there",
  async (_title, change, part) => {
    const { api } = await host.signIn()
    const list = async () => (await api.get('/api/servers')).body['servers'] as Row[]
    await api.post('/api/servers', host.anOrder())
    const made = await until('the server is there', async () => (await list())[0])
    const onPanel = host.panel.state.servers.at(-1)
    if (!onPanel) throw new Error('not built')
    Object.assign(onPanel.limits, { swap: 512, io: 700 })

    const { name, description, memory, cpu, disk, databases, backups, allocations, version } = made
    const body = { name, description, memory, cpu, disk, databases, backups, allocations, version, ...change }
    const before = host.panel.calls.length
    expect((await api.patch(`/api/servers/${made.id}`, body)).status).toBe(200)
    const changed = await until('the change is done', async () => {
      const [row] = await list()
      return row?.wanted === null && row.version > version + 1 && row
    })
    expect(changed).toMatchObject(change)
    const written = host.panel.calls.slice(before).filter(({ method }) => method === 'PATCH')
    expect(written.map(({ path }) => path.split('/').at(-1))).toEqual([part])
    expect(onPanel).toMatchObject({
      name: changed['name'],
      limits: { memory: changed['memory'], swap: 512, io: 700 },
    })
  },
)
