import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigurationError } from './configuration-error.ts'
import { makeFolders } from './make-folders.ts'

/** Makes the data folder where it is missing, or says in one sentence why the server cannot write there. */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolders(resolve(dataDir), 0o711)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
    throw new ConfigurationError(
      `The data folder ${dataDir} is not writable (${reason}): give the server a folder it may write to with DATA_DIR.`,
    )
  }
}
