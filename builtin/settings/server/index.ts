import { Mail } from '@spawnpoint/contracts/mail'
import { changeSettings, generalSettings, readSettings } from '@spawnpoint/contracts/settings'
import { Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import { Audit, Database, defineServerPart, Sessions, Settings } from '@spawnpoint/sdk/server'
import { handleChangeSettings } from './change-settings.ts'
import { handleReadSettings } from './read-settings.ts'

export default defineServerPart({
  uses: {
    db: Database,
    settings: Settings,
    audit: Audit,
    sessions: Sessions,
    users: optional(Users),
    mail: optional(Mail),
  },
  settings: generalSettings,
  setup(uses, host) {
    host.endpoint(readSettings, handleReadSettings(uses))
    host.endpoint(changeSettings, handleChangeSettings(uses))
  },
})
