import type { FastifyInstance, FastifyReply } from 'fastify'
import type { KernelSessions } from '../../server/sessions/sessions.ts'
import type { DemoLinks } from './demo-links.ts'
import { demoPagePolicy, drawGone, drawOffers } from './demo-page.ts'

const PATH = '/api/system/demo/:token'
const access = { public: 'the link itself is the proof; mounted in the demonstration alone' } as const
type Token = { Params: { token: string } }

export const demoPath = (token: string) => PATH.replace(':token', token)

const sendPage = (reply: FastifyReply, status: 200 | 404, page: string) =>
  reply
    .code(status)
    .header('content-security-policy', demoPagePolicy)
    .type('text/html; charset=utf-8')
    .send(page)

/** Signing in changes state, so that the link leads to a button: whatever fetches links ahead of people uses none up. */
export function mountDemoLogin(
  app: FastifyInstance,
  { links, sessions }: { links: DemoLinks; sessions: KernelSessions },
): void {
  app.register(async (scope) => {
    // Content type of a form without fields.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, _body, done) => done(null, null),
    )
    scope.get<Token>(PATH, { config: { access } }, async (request, reply) => {
      const { token } = request.params
      const offers = links.find(token)
      return offers ? sendPage(reply, 200, drawOffers(offers, token)) : sendPage(reply, 404, drawGone())
    })
    scope.post<Token>(PATH, { config: { access } }, async (request, reply) => {
      const guest = links.take(request.params.token)
      if (!guest) return sendPage(reply, 404, drawGone())
      await sessions.start({ request, reply }, guest.user)
      return reply.redirect(guest.start, 303)
    })
  })
}
