import { defineEndpoint, FORM_DATA, rowId, uploadedFile } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { ticketFileBounds } from './bounds.ts'
import { ticketFile } from './schemas.ts'

// The field `ticket` of the form names the ticket; without it the file waits for a new one.
const upload = {
  limit: 60,
  accepts: FORM_DATA,
  bodyLimit: ticketFileBounds.pictureBytes,
  body: uploadedFile(),
  reply: ticketFile,
  fails: {
    NOT_FOUND: 404,
    TICKETS_FILE_TYPE: 400,
    TICKETS_FILE_SIZE: 413,
    TICKETS_FILE_BUSY: 503,
    TICKETS_FILES_UNSENT: 409,
    TICKETS_FILES_DAILY: 429,
  },
} as const

export const attachFile = defineEndpoint({
  method: 'POST',
  path: '/api/tickets/files',
  summary: 'Upload a picture or a log for my next message',
  access: { user: true, flag: 'allow_tickets' },
  ...upload,
})

export const attachStaffFile = defineEndpoint({
  method: 'POST',
  path: '/api/tickets/queue/files',
  summary: 'Upload a picture or a log for my next message to a customer',
  access: { permission: 'admin.tickets.view' },
  ...upload,
})

export const removeFile = defineEndpoint({
  method: 'DELETE',
  path: '/api/tickets/files/:id',
  summary: 'Remove a file that I have not sent yet',
  access: { user: true },
  params: z.strictObject({ id: rowId }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})

/** Bytes of a file: of a customer's own tickets, and of all tickets. With `?thumbnail`, that of a picture. */
export const ticketFilePath = '/api/tickets/files/:id'
export const staffFilePath = '/api/tickets/queue/files/:id'
