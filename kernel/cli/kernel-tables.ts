import { join } from 'node:path'
import { ConfigurationError } from '../server/configuration-error.ts'
import { migrate, type MigrationSet } from '../server/database/migrate.ts'
import type { OpenDatabase } from '../server/database/open-database.ts'
import { ROOT } from '../server/version.ts'

/** One history: the tables of the kernel, and those that only added plugins need. */
export const kernelMigrations = (root = ROOT): MigrationSet => ({
  id: 'kernel',
  folder: join(root, 'kernel/server/migrations'),
  further: [join(root, 'kernel/packages/server/migrations')],
})

/** The kernel's own tables, brought to this version. */
export async function migrateKernel({ pool }: Pick<OpenDatabase, 'pool'>): Promise<void> {
  const [result] = await migrate({ pool, sets: [kernelMigrations()] })
  if (result?.error) throw new ConfigurationError(result.error.message)
  // Substring search uses it; without the right to create it search still works, slower.
  await pool.query('create extension if not exists pg_trgm').catch(() => undefined)
}
