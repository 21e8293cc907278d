import { reportedPermissions } from '@spawnpoint/sdk/common'
import type { SessionEntries } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { PLAN_VERSION_HEADER } from '../../common/plan.ts'
import type { Gate } from '../../common/hooks/gate.ts'
import type { Notices } from '../services/notices.ts'
import type { LiveSession } from '../sessions/session-cache.ts'
import type { KernelSessions } from '../sessions/sessions.ts'
import { failureAnswer, kernelFailure } from './failure.ts'
import type { Messages } from './messages.ts'

const HOLD_MS = 2_000
const DESCRIBE_BUDGET_MS = 200
const MAX_HELD = 20_000

export interface SessionCallDeps {
  readonly sessions: KernelSessions
  readonly gate: Gate
  readonly notices: Notices
  readonly messages: Messages
  planVersion(): number
  describers(): readonly (readonly [
    plugin: string,
    describe: (user: { readonly id: string }) => Promise<SessionEntries>,
  ])[]
}

/** `GET /api/user/session`, asked by every open tab each minute: answered from memory while nothing changed. */
export function mountSessionCall(app: FastifyInstance, deps: SessionCallDeps): void {
  // User → session → answer.
  const held = new Map<string, Map<string, { readonly body: string; readonly until: number }>>()
  let changes = 0
  deps.notices.on((notice) => {
    changes += 1
    if (notice.kind === 'user' || notice.kind === 'changed') held.delete(notice.user)
    else held.clear()
  })

  const describing = new Map<string, { readonly since: number; readonly body: Promise<string> }>()

  async function describe(session: LiveSession) {
    const described = await Promise.all(
      deps.describers().map(([plugin, run]) =>
        deps.gate.runAsync(plugin, 'describeSession', () => run({ id: session.user }), {
          budgetMs: DESCRIBE_BUDGET_MS,
        }),
      ),
    )
    const merge = (part: keyof SessionEntries) =>
      Object.assign({}, ...described.map((each) => each?.[part] ?? {})) as object
    return {
      success: true,
      error_code: null,
      user_info: { ...merge('userInfo'), uuid: session.user },
      billing: merge('billing'),
      stats: merge('stats'),
      permissions: reportedPermissions(session.permissions),
    }
  }

  /** However many tabs ask at the same moment, the plugins are asked once. */
  function describeOnce(session: LiveSession): Promise<string> {
    const running = describing.get(session.id)
    if (running && running.since === changes) return running.body
    const body = describe(session)
      .then((described) => JSON.stringify(described))
      .finally(() => {
        if (describing.get(session.id)?.body === body) describing.delete(session.id)
      })
    describing.set(session.id, { since: changes, body })
    return body
  }

  async function bodyOf(session: LiveSession): Promise<string> {
    const { id, user } = session
    const known = held.get(user)?.get(id)
    if (known && known.until > Date.now()) return known.body
    const before = changes
    const body = await describeOnce(session)
    // What was read while something changed may be of before it: told once, not held.
    if (before !== changes) return body
    if (held.size >= MAX_HELD) held.clear()
    held.set(user, (held.get(user) ?? new Map()).set(id, { body, until: Date.now() + HOLD_MS }))
    return body
  }

  app.get(
    '/api/user/session',
    { config: { access: { public: 'says whether anybody is signed in; answers 401 otherwise' } } },
    async (request, reply) => {
      reply.header(PLAN_VERSION_HEADER, String(deps.planVersion()))
      const session = request.liveSession
      if (session) return reply.type('application/json; charset=utf-8').send(await bodyOf(session))
      const pending = await deps.sessions.pending({ request, reply })
      const failure = pending ? kernelFailure('TW0_FA_BLOCKED') : kernelFailure('UNAUTHENTICATED')
      deps.sessions.expire({ request, reply }, pending !== null)
      const message = deps.messages.failure('shell', failure.code)
      return reply.code(failure.status).send(failureAnswer(failure, message, String(request.id)))
    },
  )
}
