import type { Queries, ReplyOf, UserId } from '@spawnpoint/sdk/common'
import type {
  Actor,
  Answer,
  ArchivesService,
  AuditEntry,
  AuditService,
  BlobStore,
  ClockService,
  DatabaseService,
  DemoStage,
  EventsService,
  InstanceService,
  Job,
  JobsService,
  LimitsService,
  Listener,
  LogLine,
  LogService,
  PermissionsService,
  PluginContext,
  PluginRow,
  PluginsService,
  RecentLogService,
  SchedulesService,
  SecretsService,
  ServerHost,
  SessionCarrier,
  SessionsService,
  SettingsService,
  Tokens,
  Transaction,
} from '@spawnpoint/sdk/server'
import { rowColumns } from '@spawnpoint/sdk/resource/server'
import { pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import type { LedgerService, Note, saveNote } from './shared.ts'

export { eq } from 'drizzle-orm'
export { pgSchema, text, uuid } from 'drizzle-orm/pg-core'
export { randomUUID } from 'node:crypto'

/** Names that examples of the server entries use: the services by their usual names. */
export declare const actor: Actor
export declare const archives: ArchivesService
export declare const audit: AuditService
export declare const blobs: BlobStore
export declare const clock: ClockService
export declare const db: DatabaseService
export declare const entry: AuditEntry
export declare const events: EventsService
export declare const file: string
export declare const host: ServerHost
export declare const instance: InstanceService
export declare const jobs: JobsService
export declare const line: LogLine
export declare const ledger: LedgerService
export declare const limits: LimitsService
export declare const log: LogService
export declare const permissions: PermissionsService
export declare const plugins: PluginsService
export declare const plugin: PluginRow
export declare const recentLog: RecentLogService
export declare const schedules: SchedulesService
export declare const signal: AbortSignal
export declare const secrets: SecretsService
export declare const sessions: SessionsService
export declare const settings: SettingsService
export declare const stage: DemoStage
export declare const tx: Transaction

/** The context of a plugin that asked for all that its examples use. */
export declare const context: PluginContext<
  'server.http' | 'server.db' | 'server.jobs' | `server.events:${string}` | `server.services:${string}`
>

export declare const bytes: Uint8Array
export declare const carrier: SessionCarrier
export declare const id: string
export declare const ip: string
export declare const query: { readonly cursor?: string; readonly limit: number; readonly search: string }
export declare const user: UserId

export const location = pgSchema('locations').table('location', { ...rowColumns(), name: text().notNull() })
export const notes = pgSchema('acme_notes').table('note', {
  id: uuid().primaryKey().defaultRandom(),
  text: text().notNull(),
})
export declare function findNote(tx: Queries, id: string): Promise<Note | null>
export declare function createLedger(services: { readonly db: DatabaseService }): LedgerService
export declare const deliver: Job<Tokens>
export declare const handleGiftCoins: Answer<Tokens>
export declare const welcome: Listener<Tokens>
export declare function fetchNodes(): Promise<readonly string[]>
export declare function dropGrants(permissions: readonly string[]): Promise<void>

/** A handler as plugins write them, with whichever services it needs. */
export declare function handleSaveNote(call: unknown): Promise<ReplyOf<typeof saveNote>>
