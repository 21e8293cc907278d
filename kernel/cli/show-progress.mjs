// @ts-check
// Plain JavaScript for any Node from 20 on, like bootstrap.mjs, which uses it.
import { Worker } from 'node:worker_threads'

const ticker = `
  const { writeSync } = require('node:fs')
  const { workerData: { work, everyMs, fd } } = require('node:worker_threads')
  let turns = 0
  setInterval(() => {
    turns += 1
    writeSync(fd, work + ': ' + (turns * everyMs) / 1000 + ' s ...\\n')
  }, everyMs)
`

/**
 * Says each ten seconds that long work goes on, from a thread of its own: the work may keep this one busy.
 * @param {string} work such as "Installing dependencies"
 * @param {{ everyMs?: number, fd?: number }} options
 * @returns {() => Promise<unknown>} ends it
 */
export const showProgress = (work, { everyMs = 10_000, fd = 1 } = {}) => {
  const worker = new Worker(ticker, { eval: true, workerData: { work, everyMs, fd } })
  worker.unref()
  return () => worker.terminate()
}
