import { resolve } from 'node:path'
import { ConfigurationError } from '../server/configuration-error.ts'
import type { DatabaseLog, OpenDatabase } from '../server/database/open-database.ts'
import { attachEmbeddedDatabase } from './postgres/attach-embedded.ts'
import { hasDatabase } from './postgres/database-home.ts'
import { FolderInUse } from './postgres/folder-lock.ts'
import type { LaunchConfig } from './read-config.ts'
import { openDatabase } from './start-server.ts'

/** Refuses a command without the environment of its product: on a new, empty database it would seem to succeed. */
export function requireDatabase({ databaseUrl, dataDir }: LaunchConfig): void {
  if (databaseUrl !== null || hasDatabase(dataDir)) return
  throw new ConfigurationError(
    `There is no database in ${resolve(dataDir)}: give the command the DATA_DIR or DATABASE_URL of the product, or start the product once. Nothing was changed.`,
  )
}

/** Opens the database for a command. The product may run meanwhile: its embedded database is shared with it. */
export async function openBeside(config: LaunchConfig, log: DatabaseLog): Promise<OpenDatabase> {
  requireDatabase(config)
  try {
    return await openDatabase(config, log)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    return attachEmbeddedDatabase(config.dataDir, log)
  }
}
