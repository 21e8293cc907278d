// @ts-check
// Runs beside the main thread, also while that one is in an endless loop. Plain JavaScript: nothing has to be compiled
// for it, which keeps its memory small.
import { renameSync, writeFileSync, writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** @typedef {{ key: number, id: string, places: string[] }} Watched */
/** @typedef {{ add: Watched } | { drop: number }} News */
/** @typedef {{ id: string, effect: string }} Acting */
/** @typedef {{ plugin: string, effect: string | null, place: string | null }} Culprit */
/** @typedef {import('node:inspector').Debugger.CallFrame} Frame */

const LOOK_MS = 2_000
const { beats, tickMs, afterMs, noteFile, actingSymbol } = workerData
/** @type {Map<number, Watched>} */
const watched = new Map()
/** @param {News} news */
const hear = (news) => {
  if ('add' in news) watched.set(news.add.key, news.add)
  else watched.delete(news.drop)
}
hear({ add: workerData.first })
parentPort?.on('message', hear)

/** @param {Session} session @returns {Promise<Acting | null>} */
const findActing = (session) =>
  new Promise((resolve) => {
    const expression = `globalThis[Symbol.for(${JSON.stringify(actingSymbol)})]?.()`
    session.post('Runtime.evaluate', { expression, returnByValue: true }, (_error, found) =>
      resolve(found?.result?.value ?? null),
    )
  })

/** @param {string} url */
const isNodes = (url) => url === '' || url.startsWith('node:')

/**
 * Code of the plugin stands on the stack, or nothing but Node's own, which runs on for what the plugin began.
 * @param {Frame[]} frames the innermost first
 * @param {Map<string, string>} urls
 * @param {Acting | null} acting
 * @returns {Culprit | null}
 */
function findCulprit(frames, urls, acting) {
  const urlOf = (/** @type {Frame} */ { location }) => urls.get(location.scriptId) ?? ''
  for (const frame of frames) {
    for (const { id, places } of watched.values()) {
      const folder = places.find((each) => urlOf(frame).startsWith(each))
      if (folder === undefined) continue
      const file = urlOf(frame).slice(folder.length).replace(/\?.*$/, '')
      const place = `${frame.functionName || 'a function'} (${file}:${frame.location.lineNumber + 1})`
      return { plugin: id, effect: acting?.id === id ? acting.effect : null, place }
    }
  }
  const isKnown = [...watched.values()].some(({ id }) => id === acting?.id)
  if (!acting || !isKnown || !frames.every((frame) => isNodes(urlOf(frame)))) return null
  return { plugin: acting.id, effect: acting.effect, place: null }
}

/** Stops the main thread for a moment, to see what it is at; null while it is in no JavaScript. */
async function look() {
  const session = new Session()
  session.connectToMainThread()
  const urls = new Map()
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
  /** @type {Promise<Frame[]>} */
  const paused = new Promise((resolve) =>
    session.once('Debugger.paused', ({ params }) => resolve(params.callFrames)),
  )
  session.post('Debugger.enable')
  session.post('Debugger.pause')
  try {
    const frames = await Promise.race([paused, pause(LOOK_MS, null)])
    return frames && findCulprit(frames, urls, await findActing(session))
  } finally {
    session.post('Debugger.resume')
    session.disconnect()
  }
}

/** @param {Culprit} culprit @param {number} silentMs */
function stopProduct(culprit, silentMs) {
  const seconds = Math.round(silentMs / 1_000)
  try {
    writeFileSync(`${noteFile}.new`, JSON.stringify({ ...culprit, seconds }), { mode: 0o600 })
    renameSync(`${noteFile}.new`, noteFile)
    const where = [culprit.effect, culprit.place].filter(Boolean).join(', at ')
    writeSync(
      2,
      `The plugin ${culprit.plugin} kept the product from answering for ${seconds} s (${where}): the product ends, and comes back without it where something starts it again.\n`,
    )
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}

let last = -1
// Ticks are counted, not time: while the machine sleeps, or stops this process, none passes.
let silent = 0
/** @type {string | null} */
let suspect = null
let isLooking = false

async function tick() {
  if (isLooking) return
  const [beat, isDebugged] = [Atomics.load(beats, 0), Atomics.load(beats, 1)]
  if (beat !== last || isDebugged) {
    last = beat
    silent = 0
    suspect = null
    return
  }
  silent += 1
  if (silent * tickMs < afterMs) return
  isLooking = true
  const culprit = await look().finally(() => (isLooking = false))
  if (Atomics.load(beats, 0) !== last) return
  // Twice in a row: once may be the moment after somebody else's long work.
  if (culprit && culprit.plugin === suspect) stopProduct(culprit, silent * tickMs)
  suspect = culprit?.plugin ?? null
}

setInterval(() => void tick(), tickMs)
