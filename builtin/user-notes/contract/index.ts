import { defineEndpoint, listQuery, listReply, plainText } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const path = '/api/user-notes/:user'
const user = z.uuid()

export const listUserNotes = defineEndpoint({
  method: 'GET',
  path,
  summary: 'List what staff noted about a user, newest first',
  access: { permission: 'admin.users.list' },
  params: z.strictObject({ user }),
  query: listQuery(),
  reply: listReply(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      by: z.string().nullable(),
      text: z.string(),
      /** Whether the caller may delete it. */
      own: z.boolean(),
    }),
  ),
  fails: { BAD_CURSOR: 400, NOT_FOUND: 404 },
})

export const addUserNote = defineEndpoint({
  method: 'POST',
  path,
  summary: 'Note something about a user, for staff only',
  access: { permission: 'admin.users.edit' },
  params: z.strictObject({ user }),
  body: z.strictObject({ text: plainText(1, 2000) }),
  reply: z.object({ id: z.string() }),
  fails: { NOT_FOUND: 404 },
  limit: 60,
})

export const deleteUserNote = defineEndpoint({
  method: 'DELETE',
  path: `${path}/:note`,
  summary: 'Delete an own note; those of others with admin.root',
  access: { permission: 'admin.users.edit' },
  params: z.strictObject({ user, note: z.string().max(40) }),
  reply: z.object({ success: z.literal(true) }),
  fails: { NOT_FOUND: 404, USER_NOTES_NOT_YOURS: 403 },
})
