import * as contract from '@spawnpoint/contracts/admin-home'
import { Eggs } from '@spawnpoint/contracts/eggs'
import { Locations } from '@spawnpoint/contracts/locations'
import { Mail } from '@spawnpoint/contracts/mail'
import { Panel } from '@spawnpoint/contracts/panel'
import { BuildQueue } from '@spawnpoint/contracts/server-queue'
import { Servers } from '@spawnpoint/contracts/servers'
import { Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import * as kernel from '@spawnpoint/sdk/server'
import { registerEndpoints } from './register-endpoints.ts'

export default kernel.defineServerPart({
  uses: {
    db: kernel.Database,
    settings: kernel.Settings,
    audit: kernel.Audit,
    clock: kernel.Clock,
    limits: kernel.Limits,
    instance: kernel.Instance,
    plugins: kernel.Plugins,
    schedules: kernel.Schedules,
    recentLog: kernel.RecentLog,
    users: optional(Users),
    servers: optional(Servers),
    queue: optional(BuildQueue),
    panel: optional(Panel),
    mail: optional(Mail),
    locations: optional(Locations),
    eggs: optional(Eggs),
  },
  settings: contract.adminHomeSettings,
  setup: registerEndpoints,
})
