import { join } from 'node:path'
import { kernelMigrations } from '../../../kernel/cli/kernel-tables.ts'
import type { MigrationSet } from '../../../kernel/server/database/migrate.ts'
import { readBuiltins } from '../../../kernel/server/host/catalogue.ts'
import { ROOT } from '../../../kernel/server/version.ts'

/**
 * The migrations of the kernel and of the built-ins. A database cloned with them lets a test's server start without
 * running any; the first start on an empty database is covered where the product is started as it ships.
 */
export const productMigrations = async (
  roots: { readonly builtin: string } = { builtin: join(ROOT, 'builtin') },
): Promise<readonly MigrationSet[]> => {
  const builtins = await readBuiltins(roots.builtin)
  return [
    kernelMigrations(),
    ...builtins.flatMap(({ id, folder, manifest }) =>
      manifest?.migrations ? [{ id, folder: join(folder, manifest.migrations) }] : [],
    ),
  ]
}
