import { loadInstanceKey } from '../instance-key.ts'
import type { LaunchConfig } from '../read-config.ts'
import { createSecrets } from '../secrets.ts'
import { hasRestore, isUnderWay, readRestore } from './restore-record.ts'

/** The exit code of a process that ended so that its next start restores a backup. `bootstrap.mjs` knows it as well. */
export const RESTORE_REQUESTED = 76

/** Does a restore that the product asked for before it ended. The product starts on what is there afterwards. */
export async function finishRestore(config: LaunchConfig): Promise<void> {
  if (!hasRestore(config.dataDir)) return
  const { text } = loadInstanceKey({ ...config, shared: config.databaseUrl !== null })
  const secrets = createSecrets(text)
  const asked = readRestore(config.dataDir, secrets)
  if (!asked || !isUnderWay(asked)) return
  // Loaded for the rare start that restores.
  const { performRestore } = await import('./perform-restore.ts')
  await performRestore(config, secrets, asked)
}
