import { parseAmount } from '../run/amount.ts'
import type { Source, SourceRow } from '../source/source.ts'
import {
  createLeftOut,
  FILES_LEFT_OUT,
  ORDERS_LEFT_OUT,
  readLimit,
  readTime,
  readWhole,
  rowsIfThere,
  textOf,
  type SourceCode,
  type SourcePerson,
  type SourceReader,
  type SourceTicket,
} from './system.ts'

/** Seconds since 1970. */
const readSeconds = (text: string | null): Date | null => {
  const seconds = readWhole(text)
  return seconds === null || seconds <= 0 ? null : new Date(seconds * 1000)
}

const toPerson = (row: SourceRow): SourcePerson => ({
  id: textOf(row, 'id') ?? '',
  email: textOf(row, 'email'),
  username: textOf(row, 'username'),
  // Encrypted with a key of the site.
  firstName: null,
  lastName: null,
  passwordHash: textOf(row, 'password'),
  // It never asked anybody to confirm an address.
  verifiedAt: null,
  createdAt: readTime(textOf(row, 'registred')),
  lastSeenAt: readSeconds(textOf(row, 'last_seen')),
  ip: textOf(row, 'last_ip'),
  banned: (textOf(row, 'banned') ?? '').trim() === '' ? false : (textOf(row, 'banned') ?? ''),
  credits: parseAmount(textOf(row, 'coins')),
  panelUserId: readWhole(textOf(row, 'panel_id')),
  limits: {
    inAll: {
      memory: readLimit(row['ram']),
      disk: readLimit(row['disk']),
      cpu: readLimit(row['cpu']),
      slots: readLimit(row['server_limit']),
      ports: readLimit(row['ports']),
      databases: readLimit(row['databases']),
      backups: readLimit(row['backups']),
    },
  },
})

const priorities: Readonly<Record<string, SourceTicket['priority']>> = { medium: 'medium', high: 'high' }

const toTicket = (row: SourceRow, owner: string): SourceTicket => ({
  id: textOf(row, 'ticketuuid') ?? '',
  owner,
  subject: textOf(row, 'subject'),
  department: null,
  priority: priorities[textOf(row, 'priority') ?? ''] ?? 'low',
  status: row['status'] === 'closed' ? 'closed' : 'open',
  createdAt: readTime(textOf(row, 'created')),
  updatedAt: null,
  body: textOf(row, 'description'),
})

async function* readCodes(source: Source): AsyncGenerator<SourceCode> {
  for await (const row of rowsIfThere(source, 'mythicaldash_redeem'))
    yield {
      id: textOf(row, 'id') ?? '',
      code: textOf(row, 'code'),
      credits: parseAmount(textOf(row, 'coins')),
      usesLeft: readWhole(textOf(row, 'uses')),
      enabled: true,
      expiresAt: null,
      uses: [],
    }
}

/** MythicalDash 2: all numbers are text, and people are named by their API key everywhere. */
export function mythicaldashTwo(source: Source): SourceReader {
  // The keys are secrets: they stay in memory, and records know people by their number.
  const ids = new Map<string, string>()
  const leftOut = createLeftOut(source)
  const hasFile = (row: SourceRow) => (textOf(row, 'attachment') ?? '') !== ''
  const idOf = (row: SourceRow, column: string) => ids.get(textOf(row, column) ?? '') ?? ''
  return {
    async *people() {
      for await (const row of source.rows('mythicaldash_users')) {
        const person = toPerson(row)
        ids.set(textOf(row, 'api_key') ?? '', person.id)
        yield person
      }
    },
    async *servers() {
      for await (const row of rowsIfThere(source, 'mythicaldash_servers'))
        yield {
          id: textOf(row, 'id') ?? '',
          owner: idOf(row, 'uid'),
          panelId: readWhole(textOf(row, 'pid')),
          externalId: null,
          expiresAt: null,
        }
    },
    async *tickets() {
      for await (const row of rowsIfThere(source, 'mythicaldash_tickets')) {
        if (row['status'] === 'deleted') continue
        yield toTicket(row, idOf(row, 'ownerkey'))
      }
    },
    async *messages() {
      for await (const row of rowsIfThere(source, 'mythicaldash_tickets_messages'))
        yield {
          id: textOf(row, 'id') ?? '',
          ticket: textOf(row, 'ticketuuid') ?? '',
          author: idOf(row, 'userkey'),
          body: textOf(row, 'message'),
          createdAt: readTime(textOf(row, 'created')),
        }
      for (const table of ['mythicaldash_tickets', 'mythicaldash_tickets_messages'])
        await leftOut.count(table, FILES_LEFT_OUT, hasFile)
      await leftOut.count('mythicaldash_servers_queue', ORDERS_LEFT_OUT)
    },
    codes: () => readCodes(source),
    async *referrals() {
      yield* []
    },
    async *referralCodes() {
      yield* []
    },
    remarks: () => [
      'MythicalDash 2 does not keep who redeemed a code, and resources of codes (memory, disk and the like) were left out.',
      ...leftOut.remarks(),
    ],
  }
}
