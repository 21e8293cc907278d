import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { findErrorCode } from '../../server/database/error-code.ts'
import { findProcessStart } from '../../packages/server/process-identity.ts'

/** Another process runs the embedded database of this folder. */
export class FolderInUse extends ConfigurationError {}

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null // released between our attempt and this look
  }
}

const isAlive = (owner: string): boolean => {
  const [pid = '', started = ''] = owner.split('\n')
  return /^\d+$/.test(pid) && findProcessStart(Number(pid)) === started
}

const tryLink = (from: string, to: string): boolean => {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (findErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock of a dead owner, and puts it back if a faster process has replaced it meanwhile. */
const removeStale = (file: string, seen: string | null): void => {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
  } catch {
    return // another process was first; the caller looks again
  }
  if (read(aside) !== seen) tryLink(aside, file)
  rmSync(aside, { force: true })
}

/** Makes this process the only owner of the folder the lock stands for; returns its release. */
export const claimFolder = (file: string, folder: string): (() => void) => {
  const mine = `${process.pid}\n${findProcessStart(process.pid) ?? ''}\n`
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    // A link appears with its content at once; a file that is opened and then written can be read empty.
    while (!tryLink(draft, file)) {
      const owner = read(file)
      if (owner !== null && isAlive(owner)) {
        throw new FolderInUse(
          `The data folder ${folder} is in use by another running Spawnpoint (process ${owner.split('\n')[0]}): stop that one first, or start this one with another data folder.`,
        )
      }
      removeStale(file, owner)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (read(file) === mine) rmSync(file, { force: true })
  }
}
