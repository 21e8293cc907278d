import { EggCategories } from '@spawnpoint/contracts/egg-categories'
import { Eggs } from '@spawnpoint/contracts/eggs'
import { Locations } from '@spawnpoint/contracts/locations'
import { Mail } from '@spawnpoint/contracts/mail'
import { Panel } from '@spawnpoint/contracts/panel'
import { BuildQueue } from '@spawnpoint/contracts/server-queue'
import { Allowances, Servers, serverSettings } from '@spawnpoint/contracts/servers'
import { Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import * as kernel from '@spawnpoint/sdk/server'
import { describeLimits } from './describe-limits.ts'
import { guardCatalogue } from './guard-catalogue.ts'
import { registerEndpoints } from './register-endpoints.ts'
import { registerJobs } from './register-jobs.ts'
import { createServersService } from './servers-service.ts'

export default kernel.defineServerPart({
  uses: {
    db: kernel.Database,
    settings: kernel.Settings,
    sessions: kernel.Sessions,
    events: kernel.Events,
    jobs: kernel.Jobs,
    audit: kernel.Audit,
    clock: kernel.Clock,
    log: kernel.Log,
    permissions: kernel.Permissions,
    users: Users,
    limits: kernel.Limits,
    mail: optional(Mail),
    panel: Panel,
    queue: BuildQueue,
    locations: Locations,
    categories: EggCategories,
    eggs: Eggs,
  },
  provides: Servers,
  alsoProvides: [Allowances],
  settings: serverSettings,
  setup(uses, host) {
    registerEndpoints(uses, host)
    registerJobs(uses, host)
    host.describeSession(describeLimits(uses))
    host.onDispose(guardCatalogue(uses))
    return createServersService(uses)
  },
})
