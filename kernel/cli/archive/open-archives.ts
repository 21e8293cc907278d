import type { ArchivesService, ClockService, SecretsService } from '@spawnpoint/sdk/server'
import type { DatabaseLog, OpenDatabase } from '../../server/database/open-database.ts'
import { ROOT } from '../../server/version.ts'
import type { LaunchConfig } from '../read-config.ts'
import { loadArchiveKey } from './archive-key.ts'

interface Source {
  readonly config: Pick<LaunchConfig, 'dataDir' | 'backupKey' | 'pluginsDir'>
  readonly database: OpenDatabase
  readonly secrets: SecretsService
  readonly log: DatabaseLog
  readonly clock: ClockService
}

/** The archives of a running product. Their code is loaded with the first of them: most processes never need it. */
export function openArchives({ config, clock, ...source }: Source): ArchivesService {
  const { dataDir, backupKey, pluginsDir } = config
  const key = () => loadArchiveKey(dataDir, backupKey)
  const open = async () => {
    const { createArchives } = await import('./create-archives.ts')
    const { listMigrations } = await import('../postgres/upgrade/list-migrations.ts')
    const sets = () => listMigrations(ROOT, dataDir, pluginsDir ?? undefined)
    return createArchives({ ...source, key, sets, now: clock.now })
  }
  return {
    key,
    write: async (file, options) => (await open()).write(file, options),
    read: async (file) => (await open()).read(file),
    verify: async (file, work) => (await open()).verify(file, work),
  }
}
