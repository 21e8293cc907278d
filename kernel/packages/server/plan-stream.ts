import { defineEndpoint } from '@spawnpoint/sdk/common'
import { createEventStreams, type EventStream, type EventStreams } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { mountEndpoint, type ChildDeps } from '../../server/http/child-app.ts'
import type { Notices } from '../../server/services/notices.ts'
import { PLAN_STREAM_PATH } from '../common/plan-stream.ts'

// Changes of other processes are applied a moment after they are told.
const LOOK_MS = 250
// The session is checked again at each connection.
const LIFE_MS = 300_000

export const watchPlan = defineEndpoint({
  method: 'GET',
  path: PLAN_STREAM_PATH,
  summary: 'Tells open pages, as server-sent events, that plugins have changed',
  access: { user: true },
  reply: z.object({}),
})

type Open = (call: Parameters<EventStreams['open']>[0]) => void

/** Tells each open page the version of the plan, at first and after each change. */
export function createPlanStream(version: () => number, onChange: (look: () => void) => void): Open {
  const streams = createEventStreams({ lifeMs: LIFE_MS })
  const readers = new Set<EventStream>()
  let told = version()
  let timer: NodeJS.Timeout | null = null

  function look() {
    const now = version()
    if (now === told) return
    told = now
    for (const reader of readers) reader.send('plan', told)
  }
  onChange(look)
  return (call) => {
    const events = streams.open({
      ...call,
      onClose() {
        if (events) readers.delete(events)
        if (readers.size > 0 || !timer) return
        clearInterval(timer)
        timer = null
      },
    })
    if (!events) return
    readers.add(events)
    events.send('plan', version())
    timer ??= setInterval(look, LOOK_MS)
  }
}

/** The stream that pages with added plugins listen to. */
export function mountPlanStream(app: FastifyInstance, child: ChildDeps, notices: Pick<Notices, 'on'>): void {
  const open = createPlanStream(child.planVersion, (look) =>
    notices.on(({ kind }) => void (kind === 'plugins' && look())),
  )
  mountEndpoint(app, 'kernel', child, watchPlan, async ({ actor, request, reply }) => {
    // Others than event sources get a plain answer and no stream.
    if (request.headers.accept?.includes('text/event-stream')) open({ request, reply, person: actor.id })
    return {}
  })
}
