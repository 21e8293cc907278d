import { reportedPermissions } from '@spawnpoint/sdk/common'
import type { SessionEntries } from '@spawnpoint/sdk/server'
import type { Gate } from '../../common/hooks/gate.ts'
import type { Notices } from '../services/notices.ts'
import { failureOf } from './failure.ts'
import type { LiveSession } from '../sessions/session-cache.ts'

const HOLD_MS = 2_000
const DESCRIBE_BUDGET_MS = 200
const MAX_HELD = 20_000

export interface SessionAnswersDeps {
  readonly gate: Gate
  readonly notices: Notices
  describers(): readonly (readonly [
    plugin: string,
    describe: (user: { readonly id: string }) => Promise<SessionEntries>,
  ])[]
}

/** The body as it goes over the wire, and its length in bytes as the header says it. */
export interface SessionBody {
  readonly text: string
  readonly length: string
}

interface Held extends SessionBody {
  readonly until: number
}

/** What the session call says of each session, kept until something it says has changed. */
export function createSessionAnswers(deps: SessionAnswersDeps) {
  // User → session → answer.
  const held = new Map<string, Map<string, Held>>()
  let changes = 0
  deps.notices.on((notice) => {
    changes += 1
    if (notice.kind === 'user' || notice.kind === 'changed') held.delete(notice.user)
    else held.clear()
  })

  const describing = new Map<string, { readonly since: number; readonly body: Promise<SessionBody> }>()

  async function describe(session: LiveSession): Promise<SessionBody> {
    const described = await Promise.all(
      deps.describers().map(([plugin, run]) =>
        deps.gate.runAsync(plugin, 'describeSession', () => run({ id: session.user }), {
          budgetMs: DESCRIBE_BUDGET_MS,
          isFault: (error) => failureOf(error).isFault,
          // What fails for one account fails again each minute, and only there.
          caller: { person: session.user, place: session.user },
        }),
      ),
    )
    const merge = (part: keyof SessionEntries) =>
      Object.assign({}, ...described.map((each) => each?.[part] ?? {})) as object
    const text = JSON.stringify({
      success: true,
      error_code: null,
      user_info: { ...merge('userInfo'), uuid: session.user },
      billing: merge('billing'),
      stats: merge('stats'),
      permissions: reportedPermissions(session.permissions),
    })
    return { text, length: String(Buffer.byteLength(text)) }
  }

  /** However many tabs ask at the same moment, the plugins are asked once. */
  function describeOnce(session: LiveSession): Promise<SessionBody> {
    const running = describing.get(session.id)
    if (running && running.since === changes) return running.body
    const body = describe(session).finally(() => {
      if (describing.get(session.id)?.body === body) describing.delete(session.id)
    })
    describing.set(session.id, { since: changes, body })
    return body
  }

  /** From memory alone; null when it has to be asked of the plugins. */
  function find({ id, user }: LiveSession): SessionBody | null {
    const known = held.get(user)?.get(id)
    return known && known.until > Date.now() ? known : null
  }

  return {
    find,
    async get(session: LiveSession): Promise<SessionBody> {
      const known = find(session)
      if (known) return known
      const before = changes
      const body = await describeOnce(session)
      // What was read while something changed may be of before it: told once, not held.
      if (before !== changes) return body
      if (held.size >= MAX_HELD) held.clear()
      const { id, user } = session
      held.set(user, (held.get(user) ?? new Map()).set(id, { ...body, until: Date.now() + HOLD_MS }))
      return body
    },
  }
}

export type SessionAnswers = ReturnType<typeof createSessionAnswers>
