import type { PanelServer } from '@spawnpoint/contracts/panel'
import type { LimitsToImport } from '@spawnpoint/contracts/servers'
import type { Amount } from '../run/amount.ts'
import type { Source, SourceRow } from '../source/source.ts'

export interface SourcePerson {
  readonly id: string
  readonly email: string | null
  readonly username: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  /** Hash of the password; null where the source keeps none that can be checked. */
  readonly passwordHash: string | null
  readonly verifiedAt: Date | null
  readonly createdAt: Date | null
  readonly lastSeenAt: Date | null
  readonly ip: string | null
  /** Suspended or banned there, with the reason where one is kept. */
  readonly banned: string | false
  /** Null where the source's value is no number. */
  readonly credits: Amount | null
  /** Number of their account on the panel. */
  readonly panelUserId: number | null
  /** Resources that they may use there; null where the source keeps no limits of people. */
  readonly limits: Omit<LimitsToImport, 'owner'> | null
}

export interface SourceServer {
  readonly id: string
  /** Id of the person. */
  readonly owner: string
  /** Number of the server on the panel. */
  readonly panelId: number | null
  /** The external id under which the panel knows it. */
  readonly externalId: string | null
  readonly expiresAt: Date | null
}

export interface SourceTicket {
  readonly id: string
  readonly owner: string
  readonly subject: string | null
  readonly department: string | null
  readonly priority: 'low' | 'medium' | 'high' | 'urgent'
  readonly status: 'open' | 'inprogress' | 'waiting' | 'replied' | 'closed'
  readonly createdAt: Date | null
  readonly updatedAt: Date | null
  /** The first text, where the source keeps it with the ticket. */
  readonly body: string | null
}

export interface SourceMessage {
  readonly id: string
  readonly ticket: string
  readonly author: string
  readonly body: string | null
  readonly createdAt: Date | null
}

export interface SourceCode {
  readonly id: string
  readonly code: string | null
  readonly credits: Amount | null
  /** How often it can still be redeemed; null where the source's value is no number. */
  readonly usesLeft: number | null
  readonly enabled: boolean
  readonly expiresAt: Date | null
  readonly uses: readonly { readonly person: string; readonly at: Date | null }[]
}

export interface SourceReferral {
  readonly id: string
  /** Ids of the people. */
  readonly referrer: string
  readonly referred: string
  readonly at: Date | null
}

export interface SourceReferralCode {
  readonly person: string
  readonly code: string
}

/** Everything that a source has, read as it is asked for, one list at a time. */
export interface SourceReader {
  people(): AsyncIterable<SourcePerson>
  /** Gets all servers of the panel, or null while none is connected: some sources know no other list. */
  servers(panel: readonly PanelServer[] | null): AsyncIterable<SourceServer>
  tickets(): AsyncIterable<SourceTicket>
  messages(): AsyncIterable<SourceMessage>
  codes(): AsyncIterable<SourceCode>
  /** The referrals that were rewarded there; what they were worth is in the balances. */
  referrals(): AsyncIterable<SourceReferral>
  /** The codes of the invite links of people. */
  referralCodes(): AsyncIterable<SourceReferralCode>
  /** Sentences for the report about what this source has and an import leaves out; read at the end. */
  remarks(): readonly string[]
}

export interface SystemOptions {
  /** The currency whose credit is taken, where a source keeps several. */
  readonly currency: string | null
}

/** A dashboard that hosts come from. */
export interface SourceSystem {
  readonly id: string
  readonly title: string
  /** Its credit is money: the operator has to say how many coins a unit is worth. */
  readonly keepsMoney: boolean
  /** Rejects with an `ImportError` where the source is no database of this system. */
  open(source: Source, options: SystemOptions): Promise<SourceReader>
}

/** A time as MySQL writes it, in UTC; null for none and for 0000-00-00. */
export function readTime(text: string | null | undefined): Date | null {
  if (!text || !/^[12]\d{3}-\d\d-\d\d([ T]\d\d:\d\d:\d\d(\.\d+)?)?$/.test(text)) return null
  const time = new Date(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : 'T00:00:00Z'}`)
  return Number.isNaN(time.getTime()) ? null : time
}

/** A whole number up to the largest of PostgreSQL's integer; null for anything else. */
export function readWhole(text: string | null | undefined): number | null {
  if (!text || !/^-?\d{1,10}$/.test(text)) return null
  const number = Number(text)
  return Math.abs(number) > 2_147_483_647 ? null : number
}

/** A limit of a resource; none where the text is no number. */
export const readLimit = (text: string | null | undefined): number => Math.max(0, readWhole(text) ?? 0)

export const textOf = (row: SourceRow, column: string): string | null => row[column] ?? null

/** The rows of a table that a source of this system need not have. */
export async function* rowsIfThere(source: Source, table: string): AsyncGenerator<SourceRow> {
  if (await source.columns(table)) yield* source.rows(table)
}

/** Counts what an import leaves out, for the remarks of its report. */
export function createLeftOut(source: Source) {
  const remarks: string[] = []
  return {
    async count(table: string, what: string, isThere: (row: SourceRow) => boolean = () => true) {
      let rows = 0
      for await (const row of rowsIfThere(source, table)) if (isThere(row)) rows += 1
      if (rows > 0) remarks.push(`${rows} ${what}`)
    },
    remarks: (): readonly string[] => remarks,
  }
}

/** Files are in folders of the old web server, which no address of a database leads to. */
export const FILES_LEFT_OUT = 'files of tickets were left out: they are not in the database.'

/** Their secrets are encrypted with a key of the old dashboard. */
export const SECOND_FACTORS = 'people had a second factor and set it up again.'

export const ORDERS_LEFT_OUT = 'orders in the server queue were left out: people order these servers again.'

/** Rows by the value of a column. */
export async function groupBy<T>(
  rows: AsyncIterable<SourceRow>,
  column: string,
  pick: (row: SourceRow) => T,
): Promise<ReadonlyMap<string, readonly T[]>> {
  const groups = new Map<string, T[]>()
  for await (const row of rows) {
    const key = row[column] ?? ''
    const group = groups.get(key)
    if (group) group.push(pick(row))
    else groups.set(key, [pick(row)])
  }
  return groups
}
