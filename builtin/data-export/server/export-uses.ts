import { every, type ServicesOf } from '@spawnpoint/sdk/common'
import { Users } from '@spawnpoint/contracts/users'
import {
  Audit,
  Clock,
  Database,
  ExportSources,
  Instance,
  PersonalFiles,
  Plugins,
} from '@spawnpoint/sdk/server'

export const exportUses = {
  audit: Audit,
  clock: Clock,
  db: Database,
  instance: Instance,
  plugins: Plugins,
  sources: every(ExportSources),
  files: every(PersonalFiles),
  users: Users,
}

export type ExportUses = ServicesOf<typeof exportUses>
