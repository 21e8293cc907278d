import {
  adminHomeSettings,
  dismissChecklist,
  readActivity,
  readChecklist,
  readOverview,
} from '@spawnpoint/contracts/admin-home'
import { Eggs } from '@spawnpoint/contracts/eggs'
import { Locations } from '@spawnpoint/contracts/locations'
import { Mail } from '@spawnpoint/contracts/mail'
import { Panel } from '@spawnpoint/contracts/panel'
import { Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import { Audit, Database, defineServerPart, Instance, Plugins, Settings } from '@spawnpoint/sdk/server'
import { handleDismissChecklist, handleReadChecklist } from './checklist.ts'
import { handleReadActivity } from './activity.ts'
import { handleReadOverview } from './overview.ts'

export default defineServerPart({
  uses: {
    db: Database,
    settings: Settings,
    audit: Audit,
    instance: Instance,
    plugins: Plugins,
    users: optional(Users),
    panel: optional(Panel),
    mail: optional(Mail),
    locations: optional(Locations),
    eggs: optional(Eggs),
  },
  settings: adminHomeSettings,
  setup(uses, host) {
    host.endpoint(readOverview, handleReadOverview(uses))
    host.endpoint(readActivity, handleReadActivity(uses))
    host.endpoint(readChecklist, handleReadChecklist(uses))
    host.endpoint(dismissChecklist, handleDismissChecklist(uses))
  },
})
