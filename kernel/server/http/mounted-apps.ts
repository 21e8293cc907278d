import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { routesOf } from './mounted-routes.ts'

/** An app that is being exchanged, and the calls that wait for the next one. */
interface Hold {
  readonly calls: Set<(isBack: boolean) => void>
  /** Runs once the exchange is over, in case the app does not come back. */
  grace: NodeJS.Timeout | null
}

interface Mounted {
  readonly app: FastifyInstance
  /** How the addresses of its routes begin: those outside of the API, and below its documents, are pages of its own. */
  readonly beginnings: ReadonlySet<string>
  inFlight: number
  idle: (() => void) | null
}

const DRAIN_MS = 5_000
// An exchange takes a fraction of it on an idle machine. Longer waits would pile up calls and look like a hang.
const HOLD_MS = 1_000
// The version before is taken back within this time where the new one does not start.
const GRACE_MS = 10_000
const MOST_HELD = 500

function createHolds(holdMs: number) {
  const held = new Map<string, Hold>()
  function release(id: string, isBack: boolean) {
    const hold = held.get(id)
    held.delete(id)
    clearTimeout(hold?.grace ?? undefined)
    for (const goOn of hold?.calls ?? []) goOn(isBack)
  }
  return {
    release,
    releaseAll() {
      for (const id of held.keys()) release(id, false)
    },
    /** Calls of these apps wait until they are mounted again: exchanging one is no outage for its users. */
    hold(ids: readonly string[]) {
      for (const id of ids) {
        clearTimeout(held.get(id)?.grace ?? undefined)
        held.set(id, { calls: held.get(id)?.calls ?? new Set(), grace: null })
      }
    },
    /** The exchange is over: an app that is not back soon is gone, and its calls are answered so. */
    settled() {
      for (const [id, hold] of held) hold.grace ??= setTimeout(() => release(id, false), GRACE_MS).unref()
    },
    /** False when the app is not there again in time, or too many calls wait already; null if it is not held. */
    wait(id: string): Promise<boolean> | null {
      const calls = held.get(id)?.calls
      if (!calls) return null
      if (calls.size >= MOST_HELD) return Promise.resolve(false)
      return new Promise((resolve) => {
        const goOn = (isBack: boolean) => {
          clearTimeout(timer)
          calls.delete(goOn)
          resolve(isBack)
        }
        const timer = setTimeout(() => goOn(false), holdMs)
        calls.add(goOn)
      })
    },
  }
}

const drained = (child: Mounted) =>
  new Promise<void>((resolve) => {
    if (child.inFlight === 0) return resolve()
    const timer = setTimeout(resolve, DRAIN_MS)
    child.idle = () => {
      clearTimeout(timer)
      resolve()
    }
  })

/** Below this address plugins document themselves. */
export const DOCS = '/api/docs/'

/** The first segment of an address, with its slash; below that of the documents, the part up to the next segment's end. */
const beginningOf = (path: string) => /^(?:\/api\/docs)?\/[^/?#]*/.exec(path)?.[0] ?? ''

/** The apps behind the server, which come and go while it runs. */
export function createMountedApps(kernelSegments: readonly string[], holdMs = HOLD_MS) {
  const mounted = new Map<string, Mounted>()
  const holds = createHolds(holdMs)
  const find = (segment: string) => mounted.get(kernelSegments.includes(segment) ? 'kernel' : segment)

  return {
    hold: holds.hold,
    settled: holds.settled,
    mount(id: string, app: FastifyInstance) {
      const beginnings = new Set(routesOf(app).map(({ path }) => beginningOf(path)))
      mounted.set(id, { app, beginnings, inFlight: 0, idle: null })
      holds.release(id, true)
    },
    /** Takes an app out, waits for what it is answering, closes it. */
    async unmount(id: string) {
      const child = mounted.get(id)
      if (!child) return
      mounted.delete(id)
      await drained(child)
      await child.app.close()
    },
    ownerOf(url: string): string | null {
      const beginning = beginningOf(url)
      return [...mounted].find(([, { beginnings }]) => beginnings.has(beginning))?.[0] ?? null
    },
    list: () => [...mounted].map(([id, { app }]) => ({ id, app })),
    async enter(
      segment: string,
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<'entered' | 'unknown' | 'held too long'> {
      const held = holds.wait(segment)
      if (held && !(await held)) return 'held too long'
      const child = find(segment)
      if (!child) return 'unknown'
      child.inFlight += 1
      response.once('close', () => {
        child.inFlight -= 1
        if (child.inFlight === 0) child.idle?.()
      })
      child.app.routing(request, response)
      return 'entered'
    },
    /** False when no app takes the socket. */
    upgrade: (segment: string, request: IncomingMessage, socket: Duplex, head: Buffer): boolean =>
      find(segment)?.app.server.emit('upgrade', request, socket, head) ?? false,
    releaseAll: holds.releaseAll,
    async closeAll() {
      await Promise.all([...mounted.values()].map(({ app }) => app.close()))
      mounted.clear()
    },
  }
}

export type MountedApps = ReturnType<typeof createMountedApps>
