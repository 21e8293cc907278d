import { ticketFileBounds } from '@spawnpoint/contracts/tickets'
import type { PictureProblem } from '@spawnpoint/contracts/pictures'
import type { UploadedFile } from '@spawnpoint/sdk/common'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { Transaction } from '@spawnpoint/sdk/server'
import {
  countUnsent,
  countUploads,
  deleteLeftover,
  insertAttachment,
  insertLeftover,
  lockUploads,
} from './attachment-queries.ts'
import { nameFile, readTextFile } from './read-text-file.ts'
import type { Attachment } from './tables.ts'
import type { TicketUses } from './ticket-uses.ts'

export const FILES = 'tickets'
const DAY_MS = 86_400_000
const LONGEST_UPLOAD_MS = 3_600_000

const codes = {
  invalid: 'TICKETS_FILE_TYPE',
  'too large': 'TICKETS_FILE_SIZE',
  'too many pixels': 'TICKETS_FILE_SIZE',
  'too many frames': 'TICKETS_FILE_SIZE',
  busy: 'TICKETS_FILE_BUSY',
} as const satisfies Record<PictureProblem, string>

type Shortage = 'TICKETS_FILES_UNSENT' | 'TICKETS_FILES_DAILY'
type Outcome = { readonly file: Attachment } | { readonly failure: (typeof codes)[PictureProblem] | Shortage }

interface Upload {
  readonly owner: string
  readonly place: string | null
  readonly file: UploadedFile
}

async function findShortage(tx: Transaction, { clock }: TicketUses, owner: string): Promise<Shortage | null> {
  if ((await countUnsent(tx, owner)) >= ticketFileBounds.unsent) return 'TICKETS_FILES_UNSENT'
  const since = new Date(clock.now().getTime() - DAY_MS)
  return (await countUploads(tx, owner, since)) >= ticketFileBounds.ofDay ? 'TICKETS_FILES_DAILY' : null
}

/** Writes the row within the limits, together with what makes the bytes stay. */
const insert = (uses: TicketUses, row: Attachment, keep: (tx: Transaction) => Promise<unknown>) =>
  uses.db.orm.transaction(async (tx): Promise<Outcome> => {
    await lockUploads(tx, row.owner)
    const shortage = await findShortage(tx, uses, row.owner)
    if (shortage) return { failure: shortage }
    await insertAttachment(tx, row)
    await keep(tx)
    return { file: row }
  })

async function storeText(uses: TicketUses, upload: Upload, row: Pick<Attachment, 'id'>): Promise<Outcome> {
  const { blobs, clock, db } = uses
  const text = readTextFile(await upload.file.read())
  if (text === 'type') return { failure: 'TICKETS_FILE_TYPE' }
  if (text === 'size') return { failure: 'TICKETS_FILE_SIZE' }
  const now = clock.now()
  // A crash from here on leaves bytes that the job finds by this row.
  await insertLeftover(db.orm, { id: row.id, dueAt: new Date(now.getTime() + LONGEST_UPLOAD_MS) })
  await blobs.put(FILES, text, 'text/plain', row.id)
  const values = {
    ...row,
    owner: upload.owner,
    ticketId: upload.place,
    messageId: null,
    name: nameFile(upload.file.name, null),
    kind: 'text' as const,
    pictureId: null,
    bytes: text.length,
    createdAt: now,
  }
  return insert(uses, values, (tx) => deleteLeftover(tx, row.id))
}

/** Stores a picture, encoded anew and hidden from everybody, or a text. Its bytes decide what it is, never its name. */
export async function storeFile(uses: TicketUses, upload: Upload): Promise<Outcome> {
  const { clock, pictures } = uses
  const id = createRowId(clock.now().getTime())
  const service = pictures.get()
  const saved = await service?.save({
    // The attachment decides how long it stays, also when the account of an agent is erased.
    owner: null,
    purpose: 'tickets',
    bytes: upload.file.read,
    caps: { bytes: ticketFileBounds.pictureBytes },
  })
  if (!service || !saved || (!saved.ok && saved.problem === 'invalid')) return storeText(uses, upload, { id })
  if (!saved.ok) return { failure: codes[saved.problem] }
  const { picture } = saved
  const row = {
    id,
    owner: upload.owner,
    ticketId: upload.place,
    messageId: null,
    name: nameFile(upload.file.name, picture.extension),
    kind: 'picture' as const,
    pictureId: picture.id,
    bytes: picture.bytes,
    createdAt: clock.now(),
  }
  return insert(uses, row, async (tx) => {
    await service.hide(tx, [picture.id], true)
    if (!(await service.keep(tx, [picture.id], null)))
      throw new Error('a picture was removed right after it was stored')
  })
}
