import { defineEndpoint, listQuery, listReply } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const access = { permission: 'admin.audit.view' } as const

export const auditPeriods = ['day', 'week', 'month', 'year'] as const

const filters = {
  action: z.string().max(120),
  period: z.enum(auditPeriods),
  /** Entries of people, or of the product itself. */
  by: z.enum(['people', 'product']),
}
export const auditQuery = listQuery({ filters })

const field = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })

export const listAuditEntries = defineEndpoint({
  method: 'GET',
  path: '/api/audit-log/entries',
  summary: 'List the audit log, newest first; the search takes a username, an email address or an id',
  access,
  query: auditQuery,
  reply: listReply(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      actor: z.object({ id: z.uuid(), username: z.string().nullable() }).nullable(),
      action: z.string(),
      target: z
        .object({
          id: z.string(),
          username: z.string().nullable(),
          /** The name of a row; null for people, and where it is not known. */
          name: z.string().nullable(),
          /** Route of its page, with the parameter `id`; null where there is none. */
          page: z.string().nullable(),
        })
        .nullable(),
      /** The person whom the entry concerns, where its target is a row of theirs. */
      person: z.object({ id: z.string(), username: z.string().nullable() }).nullable(),
      ip: z.string().nullable(),
      /** How often an attempt was repeated within the hour; null for entries that stay. */
      attempts: z.number().int().nullable(),
      /** Values by field, long ones cut. Secrets are not in the log. */
      fields: z.array(field),
    }),
  ),
  fails: { BAD_CURSOR: 400 },
})

export const listAuditActions = defineEndpoint({
  method: 'GET',
  path: '/api/audit-log/actions',
  summary: 'List the actions that are in the audit log',
  access,
  reply: z.object({ actions: z.array(z.string()) }),
})

/** The entries that a list shows as CSV, all pages; a link, not a call. */
export const auditFile = { path: '/api/audit-log/entries.csv', permission: access.permission } as const
export { auditSettings } from './settings.ts'
