import { randomUUID } from 'node:crypto'
import { PLAN_VERSION_HEADER } from '../../common/plan.ts'
import type { KernelSessions } from '../sessions/sessions.ts'
import { describeCall } from '../tracing/trace-calls.ts'
import type { ChildDeps } from './child-app.ts'
import type { Shortcut } from './dispatcher.ts'
import { apiHeaders } from './security-headers.ts'
import type { SessionAnswers } from './session-answers.ts'
import { JSON_TYPE, SESSION_PATH } from './session-call.ts'

export interface SessionShortcutDeps {
  readonly child: Pick<ChildDeps, 'secure' | 'log' | 'onAnswer' | 'hooks' | 'planVersion' | 'closure'>
  readonly sessions: Pick<KernelSessions, 'recall'>
  readonly answers: Pick<SessionAnswers, 'find'>
}

const OWNER = 'kernel'
const ROUTE = `GET ${SESSION_PATH}`

/**
 * The session call where both the session and its answer are in memory: no framework in between, one write. Nothing is
 * decided here; whatever else the call may have to say, the call itself says.
 */
export function createSessionShortcut(deps: SessionShortcutDeps): Shortcut {
  const { secure, onAnswer, hooks } = deps.child
  const always = [...Object.entries(apiHeaders(secure)).flat(), 'content-type', JSON_TYPE]
  const log = deps.child.log.child({ plugin: OWNER })
  return (request, response) => {
    if (hooks.isTapped('onRequest') || hooks.isTapped('beforeReply')) return false
    if (deps.child.closure()) return false
    const began = performance.now()
    const session = deps.sessions.recall(request.headers.cookie)
    const body = session && deps.answers.find(session)
    if (!body) return false
    const id = randomUUID()
    describeCall(request, { plugin: OWNER, route: SESSION_PATH, id })
    response.writeHead(200, [
      ...always,
      'content-length',
      body.length,
      'x-request-id',
      id,
      PLAN_VERSION_HEADER,
      String(deps.child.planVersion()),
    ])
    response.end(body.text)
    const ms = performance.now() - began
    onAnswer(OWNER, ROUTE, 200, ms / 1000)
    log.info({ id, route: ROUTE, status: 200, ms: Math.round(ms) }, 'answered')
    return true
  }
}
