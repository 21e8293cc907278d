import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

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
