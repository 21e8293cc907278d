import type { FastifyInstance } from 'fastify'
import type { KernelSessions } from '../sessions/sessions.ts'
import { failureAnswer, kernelFailure } from './failure.ts'
import type { Messages } from './messages.ts'
import type { SessionAnswers } from './session-answers.ts'

export const SESSION_PATH = '/api/user/session'
export const JSON_TYPE = 'application/json; charset=utf-8'

export interface SessionCallDeps {
  readonly sessions: KernelSessions
  readonly answers: SessionAnswers
  readonly messages: Messages
}

/** `GET /api/user/session`, asked by every open tab each minute: answered from memory while nothing changed. */
export function mountSessionCall(app: FastifyInstance, deps: SessionCallDeps): void {
  app.get(
    SESSION_PATH,
    { config: { access: { public: 'says whether anybody is signed in; answers 401 otherwise' } } },
    async (request, reply) => {
      const session = request.liveSession
      if (session) {
        await deps.sessions.renew({ request, reply }, session)
        return reply.type(JSON_TYPE).send((await deps.answers.get(session)).text)
      }
      const pending = await deps.sessions.pending({ request, reply })
      const failure = pending ? kernelFailure('TW0_FA_BLOCKED') : kernelFailure('UNAUTHENTICATED')
      deps.sessions.expire({ request, reply }, pending !== null)
      const message = deps.messages.failure('shell', failure.code)
      return reply.code(failure.status).send(failureAnswer(failure, message, String(request.id)))
    },
  )
}
