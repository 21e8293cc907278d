import { defineEndpoint, listQuery, listReply, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const user = { user: true } as const
const moment = z.iso.datetime()

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Where the own account is logged in',
  access: user,
  reply: z.object({
    sessions: z.array(
      z.object({
        id: rowId,
        device: z.string(),
        /** Null where staff logged in as this user: from where is for staff only. */
        ip: z.string().nullable(),
        createdAt: moment,
        lastSeenAt: moment,
        current: z.boolean(),
        isImpersonated: z.boolean(),
      }),
    ),
  }),
})

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'Log one device out',
  access: user,
  params: z.strictObject({ id: rowId }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})

export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Log every other device out',
  access: user,
  reply: z.object({}),
})

export const listActivity = defineEndpoint({
  method: 'GET',
  path: '/api/account/activity',
  summary: 'What was done by the own account or to it, newest first',
  access: user,
  query: listQuery(),
  reply: listReply(
    z.object({
      id: z.string(),
      at: moment,
      action: z.string(),
      own: z.boolean(),
      ip: z.string().nullable(),
    }),
  ),
  fails: { BAD_CURSOR: 400 },
})
