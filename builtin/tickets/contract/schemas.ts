import { plainText, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { slaKinds, slaStates, ticketBounds, ticketFileBounds, ticketFileKinds } from './bounds.ts'

const singleLine = (text: string) => !/[\r\n\u2028\u2029]/.test(text)

export const ticketSubject = plainText(1, ticketBounds.subject).refine(singleLine, { error: 'characters' })
/** Markdown; empty where files say it all. */
export const ticketBody = plainText(0, ticketBounds.body)

/** Uploaded files of the writer that go with a message. */
export const sentFiles = z.array(rowId).max(ticketFileBounds.ofMessage).default([])

/** A message has a text, files, or both. */
export const hasContent = ({ body, files }: { readonly body: string; readonly files: readonly string[] }) =>
  body !== '' || files.length > 0
export const noContent = { path: ['body'], error: 'too_small' }

export const ticketFile = z.object({
  id: rowId,
  name: z.string(),
  kind: z.enum(ticketFileKinds),
  bytes: z.number().int(),
})
export type TicketFile = z.output<typeof ticketFile>

/** Null where the account is deleted. */
export const person = z.object({ id: rowId, name: z.string(), avatar: z.string().nullable() }).nullable()

/** Name is null where the department is deleted. */
export const departmentName = z.object({ id: rowId, name: z.string().nullable() }).nullable()

/** How a server was when its ticket was opened. */
export const diagnosis = z.object({
  at: z.iso.datetime(),
  name: z.string(),
  identifier: z.string(),
  status: z.string(),
  /** Null until the panel was asked. */
  panelState: z.string().nullable(),
  /** A change that the panel has not taken yet. */
  problem: z.string().nullable(),
  memory: z.number(),
  cpu: z.number(),
  disk: z.number(),
  databases: z.number(),
  backups: z.number(),
  allocations: z.number(),
  builtAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
})
export const slaClock = z.object({
  kind: z.enum(slaKinds),
  state: z.enum(slaStates),
  /** When it is or was due; null where it does not run. */
  dueAt: z.iso.datetime().nullable(),
})
export type SlaClock = z.output<typeof slaClock>

export type Diagnosis = z.output<typeof diagnosis>
