import { reportedPermissions } from '@spawnpoint/sdk/common'
import type { SessionEntries } from '@spawnpoint/sdk/server'
import type { Clock } from '../../common/hooks/clock.ts'
import type { Notices } from '../services/notices.ts'
import type { LiveSession } from '../sessions/session-cache.ts'
import type { KernelServerHooks } from '../host/server-hooks.ts'
import type { KnownParts, SessionParts } from './session-parts.ts'

const HOLD_MS = 2_000
const MAX_PEOPLE = 20_000

export interface SessionAnswersDeps {
  readonly parts: SessionParts
  readonly notices: Pick<Notices, 'on'>
  readonly clock: Pick<Clock, 'now'>
  readonly hooks: Pick<KernelServerHooks, 'describeSession'>
}

/** The body as it goes over the wire, and its length in bytes as the header says it. */
export interface SessionBody {
  readonly text: string
  readonly length: string
}

interface Held extends SessionBody {
  // As it was read: after a change of rights it is another, and what was said for the one before is not said again.
  readonly session: LiveSession
  readonly until: number
}

/** All that is remembered of one person. What was asked before a change ends in the memory of before, which nobody reads. */
interface Memory extends KnownParts {
  readonly held: Map<string, Held>
  readonly composing: Map<LiveSession, Promise<SessionBody>>
}

const newMemory = (): Memory => ({
  last: new Map(),
  asked: new Map(),
  held: new Map(),
  composing: new Map(),
})

export interface SessionAnswers {
  /** From memory alone; null when it has to be asked of the plugins. */
  find(session: LiveSession): SessionBody | null
  /** However many tabs ask at the same moment, the plugins are asked once. */
  get(session: LiveSession): Promise<SessionBody>
}

/** Parts of the session answer per session, cached until one of them changes. */
export function createSessionAnswers({ parts, notices, clock, hooks }: SessionAnswersDeps): SessionAnswers {
  const memories = new Map<string, Memory>()
  notices.on((notice) => {
    if (notice.kind === 'user' || notice.kind === 'changed') memories.delete(notice.user)
    else if (notice.kind !== 'message') memories.clear()
  })

  /** Evicts the least recently used entry. */
  function memoryOf(user: string): Memory {
    const memory = memories.get(user) ?? newMemory()
    memories.delete(user)
    memories.set(user, memory)
    for (const eldest of memories.keys()) {
      if (memories.size <= MAX_PEOPLE) break
      memories.delete(eldest)
    }
    return memory
  }

  async function compose(session: LiveSession, memory: Memory): Promise<SessionBody> {
    const findings = await hooks.describeSession(session.user)
    const { parts: found, isWhole } = await parts.ask(findings, session.user, memory)
    const merge = (part: keyof SessionEntries) =>
      Object.assign({}, ...found.map((each) => each[part] ?? {})) as object
    // Left out of the text where it is undefined.
    const own = { required_step: session.requiredStep, impersonated: session.impersonator ? true : undefined }
    const text = JSON.stringify({
      success: true,
      error_code: null,
      user_info: { ...merge('userInfo'), uuid: session.user, ...own },
      billing: merge('billing'),
      stats: merge('stats'),
      permissions: reportedPermissions(session.permissions),
    })
    const body = { text, length: String(Buffer.byteLength(text)) }
    if (isWhole) memory.held.set(session.id, { ...body, session, until: clock.now() + HOLD_MS })
    return body
  }

  function find(session: LiveSession): SessionBody | null {
    const known = memories.get(session.user)?.held.get(session.id)
    return known && known.session === session && known.until > clock.now() ? known : null
  }

  return {
    find,
    async get(session: LiveSession): Promise<SessionBody> {
      const known = find(session)
      if (known) return known
      const memory = memoryOf(session.user)
      const running = memory.composing.get(session)
      if (running) return running
      const body = compose(session, memory).finally(() => memory.composing.delete(session))
      memory.composing.set(session, body)
      return body
    },
  }
}
