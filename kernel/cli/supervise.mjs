// @ts-check
// Plain JavaScript for any Node from 20 on, like bootstrap.mjs, which it belongs to.
import { constants } from 'node:os'

/** The exit code of a product that ended so that its next start restores a backup (`restore/finish-restore.ts`). */
export const RESTORE_REQUESTED = 76

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @param {() => ChildProcess} current */
const forwardSignals = (current) => {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => current().kill(signal))
  }
  // In a terminal Ctrl+C has reached the child already; a second one would mean "at once".
  process.on('SIGINT', () => (process.stdin.isTTY ? undefined : current().kill('SIGINT')))
}

/**
 * Ends as the child ends, unless something else takes over.
 * @param {() => ChildProcess} start
 * @param {(code: number | null) => (() => ChildProcess) | null} next what to run in place of an end; null to end
 * @returns {(signal: NodeJS.Signals) => void} sends the child a signal
 */
export const supervise = (start, next = () => null) => {
  /** @type {ChildProcess} */
  let child
  /** @param {() => ChildProcess} begin */
  const run = (begin) => {
    child = begin()
    child.on('error', (error) => {
      console.error(`Node could not be started (${error.message}).`)
      process.exit(1)
    })
    child.on('exit', (code, signal) => {
      const other = next(code)
      if (other) run(other)
      else process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal])
    })
  }
  run(start)
  forwardSignals(() => child)
  return (signal) => void child.kill(signal)
}
