import type { FastifyInstance } from 'fastify'
import { kernelFailure } from '../../server/http/failure.ts'
import { escapeHtml } from '../../server/page/page-template.ts'
import type { KernelSessions } from '../../server/sessions/sessions.ts'
import type { DemoLinks } from './demo-links.ts'

const PATH = '/api/system/demo/:token'
const access = { public: 'the link itself is the proof; mounted in the demonstration alone' } as const
const policy = "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

type Token = { Params: { token: string } }

export const demoPath = (token: string) => PATH.replace(':token', token)

const pageOf = (name: string) =>
  `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${name}</title>` +
  `<form method="post"><button autofocus>${name}</button></form>`

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
      const guest = links.find(request.params.token)
      if (!guest) throw kernelFailure('NOT_FOUND')
      reply.header('content-security-policy', policy)
      return reply.type('text/html; charset=utf-8').send(pageOf(escapeHtml(guest.name)))
    })
    scope.post<Token>(PATH, { config: { access } }, async (request, reply) => {
      const guest = links.take(request.params.token)
      if (!guest) throw kernelFailure('NOT_FOUND')
      await sessions.start({ request, reply }, guest.user)
      return reply.redirect('/', 303)
    })
  })
}
