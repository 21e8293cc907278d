import { ImportError } from '../import-error.ts'
import { parseAmount } from '../run/amount.ts'
import type { Source, SourceRow } from '../source/source.ts'
import {
  createLeftOut,
  groupBy,
  readLimit,
  readTime,
  readWhole,
  rowsIfThere,
  textOf,
  type SourceCode,
  type SourcePerson,
  type SourceReader,
  type SourceSystem,
  type SourceTicket,
} from './system.ts'

const CANCELED = 'servers were canceled by their owners in CtrlPanel and go on here: look at them.'
const BARRED = 'people were barred from writing tickets; here they may write some.'

/** Credits are thousandths in a bigint since April 2025 and whole units in a decimal or float before. */
const creditsOf = async (source: Source, table: string) => {
  const type = (await source.columns(table))?.get('credits') ?? ''
  return (row: SourceRow) => parseAmount(textOf(row, 'credits'), type.startsWith('bigint') ? 3 : 0)
}

const toPerson = (row: SourceRow, credits: SourcePerson['credits']): SourcePerson => ({
  id: textOf(row, 'id') ?? '',
  email: textOf(row, 'email'),
  username: textOf(row, 'name'),
  firstName: null,
  lastName: null,
  passwordHash: textOf(row, 'password'),
  verifiedAt: readTime(textOf(row, 'email_verified_at')),
  createdAt: readTime(textOf(row, 'created_at')),
  lastSeenAt: readTime(textOf(row, 'last_seen')),
  ip: textOf(row, 'ip'),
  banned: textOf(row, 'suspended') === '1' && '',
  credits,
  panelUserId: readWhole(textOf(row, 'pterodactyl_id')),
  // The sizes of servers are those of products: there is no limit for all of a person’s servers.
  limits: { inAll: { slots: readLimit(row['server_limit']) } },
})

const statuses: Readonly<Record<string, SourceTicket['status']>> = {
  closed: 'closed',
  answered: 'replied',
}
const priorities: Readonly<Record<string, SourceTicket['priority']>> = { low: 'low', high: 'high' }

const toTicket = (row: SourceRow, department: string | null): SourceTicket => ({
  id: textOf(row, 'id') ?? '',
  owner: textOf(row, 'user_id') ?? '',
  subject: textOf(row, 'title'),
  department,
  priority: priorities[(textOf(row, 'priority') ?? '').toLowerCase()] ?? 'medium',
  status: statuses[(textOf(row, 'status') ?? '').toLowerCase()] ?? 'open',
  createdAt: readTime(textOf(row, 'created_at')),
  updatedAt: readTime(textOf(row, 'updated_at')),
  body: textOf(row, 'message'),
})

async function check(source: Source) {
  const users = await source.columns('users')
  if (!users?.has('credits') || !users.has('pterodactyl_id'))
    throw new ImportError(
      'This is no database of CtrlPanel: it has no table "users" with credits and pterodactyl_id.',
    )
}

async function* readCodes(source: Source): AsyncGenerator<SourceCode> {
  const uses = await groupBy(rowsIfThere(source, 'user_voucher'), 'voucher_id', (row) => ({
    person: textOf(row, 'user_id') ?? '',
    at: readTime(textOf(row, 'created_at')),
  }))
  const credits = await creditsOf(source, 'vouchers')
  for await (const row of rowsIfThere(source, 'vouchers')) {
    const id = textOf(row, 'id') ?? ''
    const used = uses.get(id) ?? []
    // The column counts all uses that a voucher has ever had.
    const all = readWhole(textOf(row, 'uses'))
    yield {
      id,
      code: textOf(row, 'code'),
      credits: credits(row),
      usesLeft: all === null || all < 0 ? null : Math.max(0, all - used.length),
      enabled: true,
      expiresAt: readTime(textOf(row, 'expires_at')),
      uses: used,
    }
  }
}

function createReader(source: Source): SourceReader {
  const leftOut = createLeftOut(source)
  return {
    async *people() {
      const credits = await creditsOf(source, 'users')
      for await (const row of source.rows('users')) yield toPerson(row, credits(row))
    },
    async *servers() {
      for await (const row of rowsIfThere(source, 'servers'))
        yield {
          id: textOf(row, 'id') ?? '',
          owner: textOf(row, 'user_id') ?? '',
          panelId: readWhole(textOf(row, 'pterodactyl_id')),
          externalId: textOf(row, 'id'),
          // Servers are billed by the hour up to the month from the owner's credits: none has an end.
          expiresAt: null,
        }
    },
    async *tickets() {
      const names = await groupBy(rowsIfThere(source, 'ticket_categories'), 'id', (row) =>
        textOf(row, 'name'),
      )
      for await (const row of rowsIfThere(source, 'tickets'))
        yield toTicket(row, names.get(textOf(row, 'ticketcategory_id') ?? '')?.[0] ?? null)
    },
    async *messages() {
      for await (const row of rowsIfThere(source, 'ticket_comments'))
        yield {
          id: textOf(row, 'id') ?? '',
          ticket: textOf(row, 'ticket_id') ?? '',
          author: textOf(row, 'user_id') ?? '',
          body: textOf(row, 'ticketcomment'),
          createdAt: readTime(textOf(row, 'created_at')),
        }
    },
    codes: () => readCodes(source),
    async *referrals() {
      for await (const row of rowsIfThere(source, 'user_referrals')) {
        const [referrer, referred] = [
          textOf(row, 'referral_id') ?? '',
          textOf(row, 'registered_user_id') ?? '',
        ]
        // The table has no id.
        yield { id: `${referrer}-${referred}`, referrer, referred, at: readTime(textOf(row, 'created_at')) }
      }
    },
    async *referralCodes() {
      for await (const row of source.rows('users')) {
        const code = textOf(row, 'referral_code') ?? ''
        if (code !== '') yield { person: textOf(row, 'id') ?? '', code }
      }
      await leftOut.count('coupons', 'coupons were left out: they are discounts on prices of CtrlPanel.')
      await leftOut.count('partner_discounts', 'discounts of partners were left out.')
      await leftOut.count('servers', CANCELED, (row) => textOf(row, 'canceled') !== null)
      await leftOut.count('ticket_blacklists', BARRED, (row) => !/^false$/i.test(row['status'] ?? ''))
      await leftOut.count('discord_users', 'Discord accounts were left out: people link them again.')
    },
    remarks: leftOut.remarks,
  }
}

export const ctrlpanel: SourceSystem = {
  id: 'ctrlpanel',
  title: 'CtrlPanel',
  keepsMoney: false,
  async open(source) {
    await check(source)
    return createReader(source)
  },
}
