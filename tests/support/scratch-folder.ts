import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
// A whole run needs about a third of it.
const neededBytes = 6 * 1024 ** 3

/** Containers often forbid to run programs from there, and give it a few megabytes. */
const isUsable = (): boolean => {
  try {
    accessSync(memory, constants.W_OK)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === memory)
    const { bavail, bsize } = statfsSync(memory)
    const freeBytes = Math.min(bavail * bsize, process.availableMemory())
    return mount !== undefined && !mount.includes('noexec') && freeBytes >= neededBytes
  } catch {
    return false // another system
  }
}

/**
 * Where tests keep their databases and folders: in memory where there is room for it, since a database is a thousand
 * small files, and a disk takes a third of a second to create them.
 */
const findScratchFolder = (): string => (process.env['TMPDIR'] || !isUsable() ? tmpdir() : memory)

/** A folder for one run, in which its processes and their children make their temporary folders from now on. */
export const createScratchFolder = (prefix: string): string => {
  const folder = mkdtempSync(join(findScratchFolder(), prefix))
  chmodSync(folder, 0o711) // as root the server's own user has to pass
  const temporary = join(folder, 't')
  mkdirSync(temporary)
  chmodSync(temporary, 0o1777)
  process.env['TMPDIR'] = temporary
  return folder
}
