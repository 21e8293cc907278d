import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const readProc = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null // no such process, or it ended while we looked
  }
}

const askPs = (pid: number, column: string): string | null =>
  spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || null

const linuxStart = (pid: number): string | null => {
  const stat = readProc(`/proc/${pid}/stat`)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state] = fields
  // A zombie holds nothing any more; in containers nobody may ever reap it.
  if (state === 'Z' || state === 'X') return null
  return `${readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[19] ?? ''}`
}

/** When the process started, in a form that differs for a later process with the same id; null when it is gone. */
export const findProcessStart = (pid: number): string | null =>
  process.platform === 'linux' ? linuxStart(pid) : askPs(pid, 'lstart')

/** The command line of a live process. */
export const findProcessCommand = (pid: number): string | null => {
  if (findProcessStart(pid) === null) return null
  if (process.platform !== 'linux') return askPs(pid, 'command')
  return readProc(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? null
}
