import { ImportError } from '../import-error.ts'
import { parseAmount } from '../run/amount.ts'
import type { Source, SourceRow } from '../source/source.ts'
import { mythicaldashTwo } from './mythicaldash-two.ts'
import {
  createLeftOut,
  FILES_LEFT_OUT,
  ORDERS_LEFT_OUT,
  SECOND_FACTORS,
  groupBy,
  readLimit,
  readTime,
  readWhole,
  rowsIfThere,
  textOf,
  type SourceCode,
  type SourcePerson,
  type SourceReader,
  type SourceReferral,
  type SourceSystem,
  type SourceTicket,
} from './system.ts'

/** Deletion is a mark in each table. */
const isThere = (row: SourceRow) => row['deleted'] !== 'true'

async function* live(source: Source, table: string): AsyncGenerator<SourceRow> {
  for await (const row of rowsIfThere(source, table)) if (isThere(row)) yield row
}

/** A text: NO, YES, or the reason. */
const bannedOf = (text: string | null): SourcePerson['banned'] => {
  if (text === null || ['', 'no'].includes(text.toLowerCase())) return false
  return text.toLowerCase() === 'yes' ? '' : text
}

/** Names, password and second factor are encrypted with a key of the site: none of them can be read from its database. */
const toPerson = (row: SourceRow): SourcePerson => ({
  id: textOf(row, 'uuid') ?? '',
  email: textOf(row, 'email'),
  username: textOf(row, 'username'),
  firstName: null,
  lastName: null,
  passwordHash: null,
  verifiedAt: row['verified'] === 'true' ? readTime(textOf(row, 'first_seen')) : null,
  createdAt: readTime(textOf(row, 'first_seen')),
  lastSeenAt: readTime(textOf(row, 'last_seen')),
  ip: textOf(row, 'last_ip'),
  banned: bannedOf(textOf(row, 'banned')),
  credits: parseAmount(textOf(row, 'credits')),
  panelUserId: readWhole(textOf(row, 'pterodactyl_user_id')),
  limits: {
    inAll: {
      memory: readLimit(row['memory_limit']),
      disk: readLimit(row['disk_limit']),
      cpu: readLimit(row['cpu_limit']),
      slots: readLimit(row['server_limit']),
      ports: readLimit(row['allocation_limit']),
      databases: readLimit(row['database_limit']),
      backups: readLimit(row['backup_limit']),
    },
  },
})

const statuses = new Set<string>(['open', 'inprogress', 'waiting', 'replied', 'closed'])
const priorities = new Set<string>(['low', 'medium', 'high', 'urgent'])

const isStatus = (text: string | null): text is SourceTicket['status'] => text !== null && statuses.has(text)
const isPriority = (text: string | null): text is SourceTicket['priority'] =>
  text !== null && priorities.has(text)

function toTicket(row: SourceRow, department: string | null): SourceTicket {
  const [status, priority] = [textOf(row, 'status'), textOf(row, 'priority')]
  return {
    id: textOf(row, 'id') ?? '',
    owner: textOf(row, 'user') ?? '',
    subject: textOf(row, 'title'),
    department,
    priority: isPriority(priority) ? priority : 'low',
    status: isStatus(status) ? status : 'open',
    createdAt: readTime(textOf(row, 'date')),
    updatedAt: null,
    body: textOf(row, 'description'),
  }
}

async function* readCodes(source: Source): AsyncGenerator<SourceCode> {
  const uses = await groupBy(live(source, 'mythicaldash_redeem_codes_redeems'), 'code', (row) => ({
    person: textOf(row, 'user') ?? '',
    at: readTime(textOf(row, 'created_at') ?? textOf(row, 'date')),
  }))
  for await (const row of live(source, 'mythicaldash_redeem_codes')) {
    const id = textOf(row, 'id') ?? ''
    yield {
      id,
      code: textOf(row, 'code'),
      credits: parseAmount(textOf(row, 'coins')),
      usesLeft: readWhole(textOf(row, 'uses')),
      enabled: row['enabled'] !== 'false',
      expiresAt: null,
      uses: uses.get(id) ?? [],
    }
  }
}

async function* readReferrals(source: Source): AsyncGenerator<SourceReferral> {
  // A code that was deleted later still says who invited.
  const owners = await groupBy(rowsIfThere(source, 'mythicaldash_referral_codes'), 'id', (row) =>
    textOf(row, 'user'),
  )
  for await (const row of live(source, 'mythicaldash_referral_uses'))
    yield {
      id: textOf(row, 'id') ?? '',
      referrer: owners.get(textOf(row, 'referral_code_id') ?? '')?.[0] ?? '',
      referred: textOf(row, 'referred_user_id') ?? '',
      at: readTime(textOf(row, 'created_at')),
    }
}

function createReader(source: Source): SourceReader {
  const leftOut = createLeftOut(source)
  let deleted = 0
  return {
    async *people() {
      for await (const row of source.rows('mythicaldash_users'))
        if (isThere(row)) yield toPerson(row)
        else deleted += 1
      await leftOut.count('mythicaldash_tickets_attachments', FILES_LEFT_OUT, isThere)
      const has = (column: string) => (row: SourceRow) => isThere(row) && row[column] === 'true'
      await leftOut.count('mythicaldash_users', SECOND_FACTORS, has('2fa_enabled'))
      for (const [column, name] of Object.entries({ discord_linked: 'Discord', github_linked: 'GitHub' }))
        await leftOut.count('mythicaldash_users', `${name} accounts were left out.`, has(column))
    },
    async *servers() {
      for await (const row of live(source, 'mythicaldash_servers'))
        yield {
          id: textOf(row, 'id') ?? '',
          owner: textOf(row, 'user') ?? '',
          panelId: readWhole(textOf(row, 'pterodactyl_id')),
          externalId: null,
          expiresAt: readTime(textOf(row, 'expires_at')),
        }
    },
    async *tickets() {
      const names = await groupBy(live(source, 'mythicaldash_departments'), 'id', (row) =>
        textOf(row, 'name'),
      )
      for await (const row of live(source, 'mythicaldash_tickets'))
        yield toTicket(row, names.get(textOf(row, 'department') ?? '')?.[0] ?? null)
    },
    async *messages() {
      for await (const row of live(source, 'mythicaldash_tickets_messages'))
        yield {
          id: textOf(row, 'id') ?? '',
          ticket: textOf(row, 'ticket') ?? '',
          author: textOf(row, 'user') ?? '',
          body: textOf(row, 'message'),
          createdAt: readTime(textOf(row, 'date')),
        }
    },
    codes: () => readCodes(source),
    referrals: () => readReferrals(source),
    async *referralCodes() {
      for await (const row of live(source, 'mythicaldash_referral_codes')) {
        const code = textOf(row, 'code') ?? ''
        if (code !== '') yield { person: textOf(row, 'user') ?? '', code }
      }
      await leftOut.count('mythicaldash_servers_queue', ORDERS_LEFT_OUT, isThere)
    },
    remarks: () => [
      ...(deleted === 0 ? [] : [`${deleted} deleted accounts of MythicalDash were left out.`]),
      ...leftOut.remarks(),
    ],
  }
}

/** MythicalDash 3, and 2 by its other columns. */
export const mythicaldash: SourceSystem = {
  id: 'mythicaldash',
  title: 'MythicalDash',
  keepsMoney: false,
  async open(source) {
    const users = await source.columns('mythicaldash_users')
    if (users?.has('credits') && users.has('uuid')) return createReader(source)
    if (users?.has('coins') && users.has('api_key')) return mythicaldashTwo(source)
    throw new ImportError(
      'This is no database of MythicalDash: it has no table "mythicaldash_users" with credits or coins.',
    )
  },
}
