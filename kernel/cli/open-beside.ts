import type { DatabaseLog, OpenDatabase } from '../server/database/open-database.ts'
import { attachEmbeddedDatabase } from './postgres/attach-embedded.ts'
import { FolderInUse } from './postgres/folder-lock.ts'
import type { LaunchConfig } from './read-config.ts'
import { openDatabase } from './start-server.ts'

/** Opens the database for a command. The product may run meanwhile: its embedded database is shared with it. */
export async function openBeside(config: LaunchConfig, log: DatabaseLog): Promise<OpenDatabase> {
  try {
    return await openDatabase(config, log)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    return attachEmbeddedDatabase(config.dataDir, log)
  }
}
