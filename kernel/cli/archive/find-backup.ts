import { typedPath } from '@spawnpoint/sdk/server'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The file that an operator names: a name as `list` prints it means the one in the data folder, unless another lies where it was typed. */
export function findBackup(
  file: string,
  { dataDir, env }: { readonly dataDir: string; readonly env: Readonly<Record<string, string | undefined>> },
): string {
  const typed = typedPath(file, env)
  const listed = join(dataDir, `backups/${file}`)
  return basename(file) === file && !existsSync(typed) && existsSync(listed) ? listed : typed
}
