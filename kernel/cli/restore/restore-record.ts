import type { SecretsService } from '@spawnpoint/sdk/server'
import { timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const record = z.object({
  id: z.uuid(),
  /** Opens the page that shows how far it is; the database that knows the administrator is being exchanged. */
  token: z.string().min(32),
  /** The archive's file. */
  file: z.string(),
  backupAt: z.iso.datetime(),
  requestedAt: z.iso.datetime(),
  requestedBy: z.string().nullable(),
  /** The instance's name, for the page of the meantime. */
  name: z.string(),
  state: z.enum(['requested', 'running', 'done', 'failed']),
  step: z.enum(['stopping', 'checking', 'loading', 'exchanging', 'starting']),
  progress: z.number().min(0).max(1).nullable(),
  reason: z.string().nullable(),
  part: z.string().nullable(),
  /** The database of before. */
  kept: z.string().nullable(),
  rows: z.number().nullable(),
  /** The product has written it down and dealt with it. */
  isReported: z.boolean(),
})

/** A restore that the running product was asked for, and how it stands: in the data folder, as the database goes. */
export type RestoreRecord = Readonly<z.output<typeof record>>

type Signer = Pick<SecretsService, 'sign'>

const fileOf = (dataDir: string) => join(dataDir, 'restore.json')

export const hasRestore = (dataDir: string): boolean => existsSync(fileOf(dataDir))

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Null where there is none, or where no process of this instance has written it. */
export function readRestore(dataDir: string, secrets: Signer): RestoreRecord | null {
  let text: string
  try {
    text = readFileSync(fileOf(dataDir), 'utf8')
  } catch {
    return null // there is none
  }
  const end = text.indexOf('\n')
  const body = text.slice(end + 1)
  if (end < 0 || !isSame(text.slice(0, end), secrets.sign('restore', body))) return null
  // Another version of the product may have written another shape.
  return record.safeParse(JSON.parse(body)).data ?? null
}

/** Whole or not at all, for the product's user alone. */
export function writeRestore(dataDir: string, secrets: Signer, next: RestoreRecord): void {
  const body = JSON.stringify(next)
  const draft = `${fileOf(dataDir)}.${process.pid}`
  writeFileSync(draft, `${secrets.sign('restore', body)}\n${body}`, { mode: 0o600, flush: true })
  renameSync(draft, fileOf(dataDir))
}

export const isUnderWay = ({ state }: Pick<RestoreRecord, 'state'>): boolean =>
  state === 'requested' || state === 'running'
