import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { mailSettings } from './settings.ts'

const kinds = ['spf', 'dkim', 'dmarc', 'mx'] as const

const dnsRecord = z.object({
  kind: z.enum(kinds),
  /** Where it was looked up; of a DMARC record that a parent domain has, the parent's name. */
  name: z.string(),
  /** `failed`: it could not be looked up, which says nothing about the record. `unchecked`: its name is not known. */
  verdict: z.enum(['ok', 'weak', 'missing', 'failed', 'unchecked']),
  /** Key of the sentence that says what to do: `staff.dns.<kind>.<reason>`. */
  reason: z.string(),
  found: z.array(z.string()),
  /** The record to add where it is missing; without a value where only the provider knows it. */
  suggested: z
    .object({ type: z.enum(['TXT', 'MX']), name: z.string(), value: z.string().nullable() })
    .nullable(),
})

export type DnsRecord = z.output<typeof dnsRecord>

export const checkDns = defineEndpoint({
  method: 'POST',
  path: '/api/mail/dns',
  summary: 'Look up the DNS records of the sender that decide whether its emails arrive',
  access: { permission: 'admin.settings.edit' },
  body: z.strictObject({
    /** Values of the form that are not saved; the stored ones where they are left out. */
    values: z
      .strictObject({ smtp_from: mailSettings.smtp_from.schema, smtp_host: mailSettings.smtp_host.schema })
      .partial()
      .optional(),
    /** The name that the provider gave to its DKIM key; that of a known provider where it is left out. */
    selector: z
      .string()
      .trim()
      .toLowerCase()
      .max(120)
      .regex(/^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/)
      .optional(),
  }),
  reply: z.object({ domain: z.string(), records: z.array(dnsRecord) }),
  fails: { MAIL_NO_SENDER: 409, MAIL_TEST_ROOT: 403, REAUTHENTICATION_REQUIRED: 403 },
  limit: 6,
})
