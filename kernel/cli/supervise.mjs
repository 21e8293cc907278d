// @ts-check
// Plain JavaScript for any Node from 20 on, like bootstrap.mjs, which it belongs to.
import { constants } from 'node:os'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @param {ChildProcess} child */
const forwardSignals = (child) => {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  // In a terminal Ctrl+C has reached the child already; a second one would mean "at once".
  process.on('SIGINT', () => (process.stdin.isTTY ? undefined : child.kill('SIGINT')))
}

/**
 * Ends as the child ends.
 * @param {() => ChildProcess} start
 * @returns {(signal: NodeJS.Signals) => void} sends the child a signal
 */
export const supervise = (start) => {
  const child = start()
  child.on('error', (error) => {
    console.error(`Node could not be started (${error.message}).`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal])
  })
  forwardSignals(child)
  return (signal) => void child.kill(signal)
}
