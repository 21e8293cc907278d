import { PanelError, type GamePanel, type PanelService } from '@spawnpoint/contracts/panel'
import { expect, it } from 'vitest'
import { createRoom } from './find-room.ts'
import { hasRoom } from './has-room.ts'

const small = { memory: 1024, disk: 1024, cpu: 100 }
const node = (nodeId: number, over: object = {}) => ({
  nodeId,
  locationId: nodeId,
  memory: 8192,
  disk: 8192,
  cpu: 400,
  ...over,
})

const aRoom = (nodes: readonly ReturnType<typeof node>[], ports: Record<number, number | null>) => {
  let now = 0
  const asked: number[] = []
  const panel: Pick<GamePanel, 'listRoom' | 'countFreePorts'> = {
    listRoom: () => Promise.resolve([...nodes]),
    countFreePorts(nodeId) {
      asked.push(nodeId)
      const free = ports[nodeId] ?? null
      return free === null
        ? Promise.reject(new PanelError('unauthorized', { detail: 'No.' }))
        : Promise.resolve(free)
    },
  }
  // Only these two calls are made.
  const service = { current: () => Promise.resolve(panel) } as unknown as PanelService
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const clock = { now: () => new Date(now) }
  const { look } = createRoom({ panel: service, clock, log })
  const openIn = async (location: number, size = small) => hasRoom((await look()) ?? [], location, size)
  return { openIn, asked, advance: (ms: number) => void (now += ms), ports }
}

it('[SRV116] a location is full when none of its nodes that take the size has a free port', async () => {
  const nodes = [node(1), node(2, { locationId: 1, memory: 512 }), node(3), node(4, { memory: 0, disk: 0 })]
  const { openIn, asked, advance, ports } = aRoom(nodes, { 1: 0, 2: 5, 3: 1 })
  expect([await openIn(1), await openIn(3)]).toEqual([false, true])
  // The second node has ports, but no room for more than this.
  expect(await openIn(1, { memory: 512, disk: 512, cpu: 100 })).toBe(true)
  // A node that takes no servers is not asked about.
  expect(asked.toSorted()).toEqual([1, 2, 3])
  ports[1] = 1
  advance(20_000)
  expect(await openIn(1)).toBe(false)
  expect(asked).toHaveLength(3)
  advance(41_000)
  expect(await openIn(1)).toBe(true)
})

it('[SRV66] a size that is more than any node has left of one resource fits nowhere', async () => {
  const { openIn } = aRoom([node(1)], { 1: 5 })
  expect(await openIn(1, { memory: 8192, disk: 8192, cpu: 400 })).toBe(true)
  for (const over of [{ memory: 8193 }, { disk: 8193 }, { cpu: 401 }])
    expect(await openIn(1, { ...small, ...over })).toBe(false)
})

it('[SRV116] refuses nothing where the panel does not say what is free, and asks about twenty nodes at most', async () => {
  const nodes = Array.from({ length: 30 }, (_, index) => node(index + 1))
  const many = aRoom(nodes, { 1: 5, 2: 0, 30: 0 })
  expect([await many.openIn(1), await many.openIn(2), await many.openIn(30)]).toEqual([true, false, true])
  expect(many.asked).toHaveLength(20)
  const silent = aRoom(nodes, { 2: 0 })
  expect(await silent.openIn(2)).toBe(true)
  // A key that may not read ports is not refused for each node: three refusals in a row would stop all calls.
  expect(silent.asked).toEqual([1])
})
