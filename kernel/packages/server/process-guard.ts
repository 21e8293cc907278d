import { AsyncLocalStorage } from 'node:async_hooks'
import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Hears what the code of one plugin did to the process. */
export type Report = (effect: string, error: Error) => void

interface Watched {
  readonly id: string
  readonly places: readonly string[]
  readonly report: Report
}

const watched = new Set<Watched>()
/** The plugin whose code runs, and the effect it runs for. */
export interface Acting {
  readonly id: string
  readonly effect: string
}

const acting = new AsyncLocalStorage<Acting>()

/** Runs a plugin's code so that what goes wrong later, in whatever it started, is known to be its own. */
export const runAs = <T>(as: Acting, run: () => T): T => acting.run(as, run)

/** A plugin's folder as stacks name what lies in it: address and path. */
const placesOf = (folder: string): readonly string[] => [pathToFileURL(folder + sep).href, folder + sep]

const ownerInStack = (stack: string | undefined) =>
  [...watched].find(({ places }) => places.some((place) => stack?.includes(place)))

function ownerOf(error: unknown): Watched | undefined {
  const id = acting.getStore()?.id
  const stack = error instanceof Error ? error.stack : undefined
  return ownerInStack(stack) ?? [...watched].find((each) => each.id === id)
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

function onUncaught(error: unknown, origin: NodeJS.UncaughtExceptionOrigin) {
  const owner = ownerOf(error)
  if (owner) {
    const effect = origin === 'unhandledRejection' ? 'unhandled rejection' : 'uncaught exception'
    return owner.report(effect, asError(error))
  }
  // Nobody's: it ends the process, as it would without this listener, unless somebody else takes it.
  if (process.listenerCount('uncaughtException') > 1) return
  console.error(error)
  own.exit(1)
}

const own = { exit: process.exit, abort: process.abort, kill: process.kill }

/** Throws when a plugin's file is among the callers. */
function refuse(call: string) {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = Number.POSITIVE_INFINITY
  const error = new Error(`E_EXIT: a plugin may not call ${call}; throw an error instead`)
  Error.stackTraceLimit = limit
  const owner = ownerInStack(error.stack)
  if (!owner) return
  owner.report(call, error)
  throw error
}

const isSelf = (pid: number) => pid === process.pid || pid <= 0

function install() {
  Object.assign(own, { exit: process.exit, abort: process.abort, kill: process.kill })
  process.exit = (code) => {
    refuse('process.exit')
    return own.exit.call(process, code)
  }
  process.abort = () => {
    refuse('process.abort')
    return own.abort.call(process)
  }
  process.kill = (pid, signal) => {
    if (isSelf(pid)) refuse('process.kill')
    return own.kill.call(process, pid, signal)
  }
  process.on('uncaughtException', onUncaught)
}

function uninstall() {
  Object.assign(process, own)
  process.off('uncaughtException', onUncaught)
}

/**
 * While plugins run in this process: their `process.exit` throws and their stray errors are theirs. Against mistakes, not
 * against malice: code in this process can undo it. A plugin stays watched after it is off, since its timers may go on.
 */
export function watchPlugin(id: string, folder: string, report: Report): () => void {
  if (watched.size === 0) install()
  const each = { id, places: placesOf(folder), report }
  watched.add(each)
  return () => {
    if (watched.delete(each) && watched.size === 0) uninstall()
  }
}
