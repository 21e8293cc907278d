import type { ArchivesService, ClockService, SecretsService } from '@spawnpoint/sdk/server'
import type { DatabaseLog, OpenDatabase } from '../../server/database/open-database.ts'
import { ROOT } from '../../server/version.ts'
import type { Notices } from '../../server/services/notices.ts'
import type { LaunchConfig } from '../read-config.ts'
import { createRestores } from '../restore/create-restores.ts'
import { loadArchiveKey } from './archive-key.ts'

interface Source {
  readonly config: Pick<LaunchConfig, 'dataDir' | 'backupKey' | 'pluginsDir' | 's3'>
  readonly database: OpenDatabase
  readonly secrets: SecretsService
  readonly log: DatabaseLog
  readonly clock: ClockService
}

/** A running product can be restored, too. */
interface Running extends Source {
  readonly notices: Pick<Notices, 'send'>
  /** A launcher starts the product again once it has ended for a restore. */
  readonly isSupervised: boolean
}

type Files = Omit<ArchivesService, 'restores' | 'filesElsewhere'>

/** Archives of a database. Their code is loaded with the first of them: most processes never need it. */
export function openFiles({ config, clock, ...source }: Source): Files {
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

/** The archives of a running product, and its restores. */
export function openArchives({ notices, isSupervised, ...source }: Running): ArchivesService {
  const files = openFiles(source)
  const { config, database, secrets, clock } = source
  const { dataDir, s3 } = config
  return {
    ...files,
    filesElsewhere: s3 === null ? null : s3.bucket,
    restores: createRestores({ dataDir, isSupervised, database, secrets, clock, notices, key: files.key }),
  }
}
