import { EndpointFailure } from '@spawnpoint/sdk/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthContext } from './auth-context.ts'

const ACCOUNT_PAGE = '/account'

// A visit, not a picture: whoever may choose an address on our pages, such as an avatar's, could name this one.
const isOwnVisit = ({ headers }: FastifyRequest) =>
  (headers['sec-fetch-dest'] ?? 'document') === 'document' &&
  (headers['sec-fetch-site'] === 'same-origin' || headers['sec-fetch-site'] === 'none') &&
  !`${headers['sec-purpose'] ?? ''}${headers['purpose'] ?? ''}`.includes('prefetch')

/**
 * The specification makes this a browser redirect, so it is a GET that drops something: only an unconfirmed
 * set-up of the caller's own session, and never by another site's link. A second factor in force stays.
 */
export const dropSetupRoute = (context: AuthContext) => (app: FastifyInstance) => {
  app.get('/api/auth/2fa/setup/kill', { config: { access: { user: true } } }, async (request, reply) => {
    if (!isOwnVisit(request)) throw new EndpointFailure('FOREIGN_ORIGIN', 403)
    const session = request.liveSession
    if (session) await context.secondFactor.dropUnconfirmed(session.user, session.id)
    return reply.redirect(ACCOUNT_PAGE, 303)
  })
}
