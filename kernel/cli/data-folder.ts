import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigurationError } from '../server/configuration-error.ts'

const isFolder = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw Object.assign(new Error(path), { code: 'ENOTDIR' })
  return found !== undefined
}

/**
 * Makes a folder and those above it. Not by `recursive` of Node's own: where the parent is there and the system still
 * says ENOENT, as below /proc, that tries for ever.
 */
export function makeFolders(folder: string, mode: number): void {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) makeFolders(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process that starts may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

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
