import { expect, it } from 'vitest'
import { roomOf } from './server/read-room.ts'

const node = {
  id: 7,
  name: 'node-7',
  fqdn: 'node-7.example.com',
  location_id: 2,
  public: true,
  maintenance_mode: false,
  memory: 10_000,
  memory_overallocate: 0,
  disk: 50_000,
  disk_overallocate: 0,
  cpu: 0,
  cpu_overallocate: 0,
  allocated_resources: { memory: 4_000, disk: 10_000, cpu: 300 },
}

it('[SRV66] counts what a node has left, with what the panel overallocates', () => {
  const cpu = Number.MAX_SAFE_INTEGER
  expect(roomOf(node)).toEqual({ nodeId: 7, locationId: 2, memory: 6_000, disk: 40_000, cpu })
  expect(roomOf({ ...node, memory_overallocate: 50 })).toMatchObject({ memory: 11_000 })
  expect(roomOf({ ...node, memory_overallocate: -1, disk: 0 })).toMatchObject({
    memory: Number.MAX_SAFE_INTEGER,
    disk: Number.MAX_SAFE_INTEGER,
  })
  // A node of Pelican is itself the place, and some say nothing of what is allocated.
  expect(roomOf({ ...node, location_id: undefined, allocated_resources: undefined })).toEqual({
    nodeId: 7,
    locationId: 7,
    memory: 10_000,
    disk: 50_000,
    cpu,
  })
})

it('[SRV66] counts the processor time of a node that has a limit', () => {
  expect(roomOf({ ...node, cpu: 400 })).toMatchObject({ cpu: 100 })
  expect(roomOf({ ...node, cpu: 400, cpu_overallocate: 50 })).toMatchObject({ cpu: 300 })
  expect(roomOf({ ...node, cpu: 400, cpu_overallocate: -1 })).toMatchObject({ cpu: Number.MAX_SAFE_INTEGER })
})

it('[SRV66] counts no room on nodes that the panel places nothing on', () => {
  const none = { nodeId: 7, locationId: 2, memory: 0, disk: 0, cpu: 0 }
  expect(roomOf({ ...node, public: false })).toEqual(none)
  expect(roomOf({ ...node, maintenance_mode: true })).toEqual(none)
})
