import { exported, provideExports } from '@spawnpoint/sdk/server'
import { build } from './tables.ts'

/** Orders of servers with what became of them. */
export const serverQueueExport = provideExports('server-queue', [
  {
    name: 'server-builds',
    about: 'Orders of servers, and how far building them came.',
    version: 1,
    table: build,
    key: [build.id],
    personal: { rows: build.owner, omit: ['createdBy', 'ignoreLimits'] },
    columns: {
      id: exported(build.id),
      owner: exported(build.owner, 'Id in `users`.'),
      createdBy: exported(build.createdBy, 'Id in `users`.'),
      name: exported(build.name),
      description: exported(build.description),
      locationId: exported(build.locationId, 'Id in `locations`.'),
      categoryId: exported(build.categoryId, 'Id in `egg-categories`.'),
      eggId: exported(build.eggId, 'Id in `eggs`.'),
      memory: exported(build.memory, 'MB.'),
      cpu: exported(build.cpu, 'Percent of one core.'),
      disk: exported(build.disk, 'MB.'),
      databases: exported(build.databases),
      backups: exported(build.backups),
      allocations: exported(build.allocations),
      ignoreLimits: exported(build.ignoreLimits, 'Staff placed it beyond the limits of its owner.'),
      status: exported(build.status),
      reason: exported(build.reason, 'Why it failed.'),
      lastStep: exported(build.lastStep),
      attempts: exported(build.attempts),
      panelServerId: exported(build.panelServerId, 'Number on the game panel.'),
      createdAt: exported(build.createdAt),
      updatedAt: exported(build.updatedAt),
    },
  },
])
