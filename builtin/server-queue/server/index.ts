import { EggCategories } from '@spawnpoint/contracts/egg-categories'
import { Eggs } from '@spawnpoint/contracts/eggs'
import { Locations } from '@spawnpoint/contracts/locations'
import { Panel } from '@spawnpoint/contracts/panel'
import { BuildQueue } from '@spawnpoint/contracts/server-queue'
import { Servers } from '@spawnpoint/contracts/servers'
import { Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import * as kernel from '@spawnpoint/sdk/server'
import { createBuildQueue } from './build-queue.ts'
import { guardCatalogue } from './guard-catalogue.ts'
import { registerEndpoints } from './register-endpoints.ts'
import { registerJobs } from './register-jobs.ts'
import { registerListeners } from './register-listeners.ts'

export default kernel.defineServerPart({
  uses: {
    db: kernel.Database,
    jobs: kernel.Jobs,
    events: kernel.Events,
    audit: kernel.Audit,
    clock: kernel.Clock,
    log: kernel.Log,
    permissions: kernel.Permissions,
    panel: Panel,
    users: Users,
    locations: Locations,
    categories: EggCategories,
    eggs: Eggs,
    servers: optional(Servers),
  },
  provides: BuildQueue,
  setup(uses, host) {
    registerEndpoints(uses, host)
    registerJobs(uses, host)
    registerListeners(uses, host)
    host.onDispose(guardCatalogue(uses))
    return createBuildQueue(uses)
  },
})
