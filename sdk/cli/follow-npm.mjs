// @ts-check
// Plain JavaScript for any Node from 20 on, like the programs that use it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LOOK_MS = 500

/** @param {number} pid @returns {{ parent: number, name: string } | null} */
const describe = (pid) => {
  try {
    const text =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^\d+ \((.*)\) \S+ (\d+) .*$/s, '$2 $1')
        : spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout
    const [, parent, name = ''] = /^\s*(\d+)\s+(.*\S)\s*$/.exec(text) ?? []
    return parent === undefined ? null : { parent: Number(parent), name }
  } catch {
    return null // It ended just now, or this system does not tell.
  }
}

const isShell = /(^|\/)-?(ba|da|a|k|z)?sh$/

/** @param {number} pid */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Tells once that the npm which started this has ended: `kill -9` leaves npm no time to tell its children, and the shell
 * that some systems put between them goes on.
 * @param {() => void} tell
 */
export const followNpm = (tell) => {
  // Without npm, the process may be meant to outlive its parent.
  if (process.env['npm_command'] === undefined || process.platform === 'win32') return
  const parent = process.ppid
  const above = describe(parent)
  const npm = above !== null && isShell.test(above.name) ? above.parent : parent
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(npm)) return
    clearInterval(timer)
    tell()
  }, LOOK_MS)
  timer.unref()
}
