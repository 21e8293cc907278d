import { defineEndpoint, plainText } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const path = '/api/impersonation'

export const startImpersonation = defineEndpoint({
  method: 'POST',
  path,
  summary: 'Log in as a customer; the answer replaces the session of the caller',
  access: { permission: 'admin.users.impersonate' },
  body: z.strictObject({ user: z.uuid(), reason: plainText(3, 300) }),
  reply: z.object({}),
  fails: {
    NOT_FOUND: 404,
    REAUTHENTICATION_REQUIRED: 403,
    IMPERSONATION_STAFF: 403,
    IMPERSONATION_BANNED: 409,
  },
  limit: 20,
})

export const stopImpersonation = defineEndpoint({
  method: 'DELETE',
  path,
  summary: 'Return to the own account; the answer replaces the session of the customer',
  access: { user: true, duringRequiredStep: true, duringMaintenance: true },
  reply: z.object({ user: z.uuid() }),
  fails: { IMPERSONATION_NONE: 409 },
})
