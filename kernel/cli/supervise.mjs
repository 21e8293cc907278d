// @ts-check
// Plain JavaScript for any Node from 20 on, like bootstrap.mjs, which it belongs to.
import { existsSync } from 'node:fs'
import { constants } from 'node:os'

const MOST_RESTARTS = 3
const WITHIN_MS = 10 * 60_000

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
 * Ends as the child ends. Only a child that ended itself because a plugin hung, and left word of it, is started again: a
 * few times, lest one that cannot read what it wrote go round for ever.
 * @param {() => ChildProcess} start
 * @param {string | null} noteFile where the child leaves word; null for one that is never started again
 * @returns {(signal: NodeJS.Signals) => void} what sends the child a signal
 */
export const supervise = (start, noteFile = null) => {
  /** @type {number[]} */
  let restarts = []
  /** @param {NodeJS.Signals | null} signal */
  const mayRestart = (signal) => {
    // Windows has no signals: there it looks like any other end.
    if (noteFile === null || (signal !== 'SIGKILL' && process.platform !== 'win32')) return false
    if (!existsSync(noteFile)) return false
    restarts = restarts.filter((at) => Date.now() - at < WITHIN_MS)
    if (restarts.length >= MOST_RESTARTS) {
      console.error(`Plugins ended the product ${MOST_RESTARTS + 1} times within minutes: it stays down.`)
      return false
    }
    restarts.push(Date.now())
    return true
  }
  const run = () => {
    const next = start()
    next.on('error', (error) => {
      console.error(`Node could not be started (${error.message}).`)
      process.exit(1)
    })
    next.on('exit', (code, signal) => {
      if (mayRestart(signal)) {
        console.error('The product starts again, without the plugin that hung.')
        child = run()
        return
      }
      process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal])
    })
    return next
  }
  let child = run()
  forwardSignals(() => child)
  return (signal) => void child.kill(signal)
}
