import { legalSettings } from '@spawnpoint/contracts/legal'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Clock, EndpointFailure, Instance, Settings } from '@spawnpoint/sdk/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export const uses = { settings: Settings, instance: Instance, clock: Clock }

const path = '/.well-known/security.txt'
/** The standard asks for less than a year. */
const validMs = 180 * 86_400_000

/** Where vulnerabilities are reported, as RFC 9116 has it; nothing while the operator names no contact. */
export const securityContact =
  ({ settings, instance, clock }: ServicesOf<typeof uses>) =>
  (app: FastifyInstance) => {
    const config = { access: { public: 'people who report vulnerabilities may have no account' } }
    app.get(path, { config }, async (_request: FastifyRequest, reply: FastifyReply) => {
      const contact = settings.read(legalSettings).legal_security_contact
      if (contact === '') throw new EndpointFailure('NOT_FOUND', 404)
      const lines = [
        `Contact: ${contact.startsWith('https://') ? contact : `mailto:${contact}`}`,
        `Expires: ${new Date(clock.now().getTime() + validMs).toISOString()}`,
        `Canonical: ${new URL(path, instance.origin).href}`,
      ]
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(`${lines.join('\n')}\n`)
    })
  }
