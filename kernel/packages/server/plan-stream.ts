import { defineEndpoint } from '@spawnpoint/sdk/common'
import {
  addressPrefix,
  createEventStreams,
  type EventStream,
  type EventStreams,
} from '@spawnpoint/sdk/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { mountEndpoint, type ChildDeps } from '../../server/http/child-app.ts'
import type { Notices } from '../../server/services/notices.ts'
import { PLAN_STREAM_PATH } from '../common/plan-stream.ts'

// Changes of other processes are applied a moment after they are told.
const LOOK_MS = 250
// The session is checked again at each connection.
const LIFE_MS = 300_000
// A quarter of the connections that the server takes: strangers leave room for calls and for those who are signed in.
const MOST_GUESTS = 500
// More than one house opens at once; the pages above it hear with their next call.
const GUESTS_OF_AN_ADDRESS = 20

export const watchPlan = defineEndpoint({
  method: 'GET',
  path: PLAN_STREAM_PATH,
  summary: 'Tells open pages, as server-sent events, that plugins have changed',
  access: { public: 'the page carries the plan whose version it tells' },
  reply: z.object({}),
})

interface Reader extends Pick<Parameters<EventStreams['open']>[0], 'request' | 'reply'> {
  /** Null for a guest. */
  readonly person: string | null
  readonly ip: string
}

interface PlanStream {
  open(reader: Reader): void
  /** Tells the version where it is another one. */
  look(): void
}

/** Streams of people and, within bounds of their own, of guests; guests above these get none. */
function createReaders() {
  const people = createEventStreams({ lifeMs: LIFE_MS })
  const guests = createEventStreams({ lifeMs: LIFE_MS })
  const guestAddresses = new Map<string, string>()

  function openForGuest({ ip, ...call }: Reader, onClose: () => void): EventStream | null {
    const address = addressPrefix(ip)
    const ofAddress = [...guestAddresses.values()].filter((each) => each === address).length
    if (guestAddresses.size >= MOST_GUESTS || ofAddress >= GUESTS_OF_AN_ADDRESS) return null
    const person = randomUUID()
    guestAddresses.set(person, address)
    return guests.open({
      ...call,
      person,
      onClose() {
        guestAddresses.delete(person)
        onClose()
      },
    })
  }
  return (reader: Reader, onClose: () => void): EventStream | null =>
    reader.person === null
      ? openForGuest(reader, onClose)
      : people.open({ ...reader, person: reader.person, onClose })
}

/** Tells each open page the version of the plan, at first and after each change. */
export function createPlanStream(version: () => number): PlanStream {
  const openStream = createReaders()
  const readers = new Set<EventStream>()
  let told = version()
  let timer: NodeJS.Timeout | null = null

  function look() {
    const now = version()
    if (now === told) return
    told = now
    for (const reader of readers) reader.send('plan', told)
  }
  return {
    look,
    open(reader) {
      const events = openStream(reader, () => {
        if (events) readers.delete(events)
        if (readers.size > 0 || !timer) return
        clearInterval(timer)
        timer = null
      })
      if (!events) return
      readers.add(events)
      events.send('plan', version())
      timer ??= setInterval(look, LOOK_MS)
    },
  }
}

/** A page of another site could hold connections in the name of its visitors. */
function isOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin'
}

/** The stream that pages with added plugins listen to. */
export function mountPlanStream(app: FastifyInstance, child: ChildDeps, notices: Pick<Notices, 'on'>): void {
  const stream = createPlanStream(child.planVersion)
  notices.on(({ kind }) => void (kind === 'plugins' && stream.look()))
  mountEndpoint(app, 'kernel', child, watchPlan, async ({ actor, ip, request, reply }) => {
    // Others than event sources get a plain answer and no stream.
    if (request.headers.accept?.includes('text/event-stream') && isOwnPage(request))
      stream.open({ request, reply, ip, person: actor?.id ?? null })
    return {}
  })
}
