import { every, type ServicesOf } from '@spawnpoint/sdk/common'
import { Audit, Clock, Database, ExportSources, Instance, Plugins } from '@spawnpoint/sdk/server'

export const exportUses = {
  audit: Audit,
  clock: Clock,
  db: Database,
  instance: Instance,
  plugins: Plugins,
  sources: every(ExportSources),
}

export type ExportUses = ServicesOf<typeof exportUses>
