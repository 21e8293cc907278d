import { ImportError } from '../import-error.ts'
import { parseAmount, printAmount, type Amount } from '../run/amount.ts'
import type { Source, SourceRow } from '../source/source.ts'
import {
  createLeftOut,
  FILES_LEFT_OUT,
  SECOND_FACTORS,
  readTime,
  rowsIfThere,
  textOf,
  type SourcePerson,
  type SourceReader,
  type SourceSystem,
  type SourceTicket,
} from './system.ts'

interface Credits {
  /** Credit of the chosen currency by person; null where a value is no number. */
  readonly byPerson: ReadonlyMap<string, Amount | null>
  /** Sums of the other currencies. */
  readonly others: ReadonlyMap<string, Amount>
}

/** One row a person and currency. */
async function readCredits(source: Source, wanted: string | null): Promise<Credits> {
  const all = new Map<string, Map<string, Amount | null>>()
  for await (const row of rowsIfThere(source, 'credits')) {
    const currency = (textOf(row, 'currency_code') ?? '').toUpperCase()
    const people = all.get(currency) ?? new Map<string, Amount | null>()
    all.set(currency, people)
    const person = textOf(row, 'user_id') ?? ''
    const [before, more] = [people.get(person) ?? 0n, parseAmount(textOf(row, 'amount'))]
    people.set(person, more === null ? null : before + more)
  }
  const currencies = [...all.keys()].toSorted()
  const chosen = wanted?.toUpperCase() ?? (currencies.length < 2 ? currencies[0] : undefined)
  if (chosen === undefined && currencies.length > 1)
    throw new ImportError(
      `People have credit in ${currencies.join(', ')}. Choose the one that becomes coins with --currency.`,
    )
  if (chosen !== undefined && currencies.length > 0 && !all.has(chosen))
    throw new ImportError(`Nobody has credit in ${chosen}: there is ${currencies.join(', ')}.`)
  const sumOf = (people: ReadonlyMap<string, Amount | null>) =>
    [...people.values()].reduce<Amount>((sum, each) => sum + (each ?? 0n), 0n)
  return {
    byPerson: all.get(chosen ?? '') ?? new Map(),
    others: new Map(
      [...all]
        .filter(([currency]) => currency !== chosen)
        .map(([currency, people]) => [currency, sumOf(people)]),
    ),
  }
}

const toPerson = (row: SourceRow, { byPerson }: Credits): SourcePerson => {
  const id = textOf(row, 'id') ?? ''
  return {
    id,
    email: textOf(row, 'email'),
    // It knows no usernames, and a real name is nobody's wish for one.
    username: null,
    firstName: textOf(row, 'first_name'),
    lastName: textOf(row, 'last_name'),
    passwordHash: textOf(row, 'password'),
    verifiedAt: readTime(textOf(row, 'email_verified_at')),
    createdAt: readTime(textOf(row, 'created_at')),
    lastSeenAt: null,
    ip: null,
    banned: false,
    credits: byPerson.has(id) ? (byPerson.get(id) ?? null) : 0n,
    panelUserId: null,
    limits: null,
  }
}

const priorities: Readonly<Record<string, SourceTicket['priority']>> = { low: 'low', high: 'high' }
const statuses: Readonly<Record<string, SourceTicket['status']>> = { closed: 'closed', replied: 'replied' }

const toTicket = (row: SourceRow): SourceTicket => ({
  id: textOf(row, 'id') ?? '',
  owner: textOf(row, 'user_id') ?? '',
  subject: textOf(row, 'subject'),
  department: textOf(row, 'department'),
  priority: priorities[textOf(row, 'priority') ?? ''] ?? 'medium',
  status: statuses[textOf(row, 'status') ?? ''] ?? 'open',
  createdAt: readTime(textOf(row, 'created_at')),
  updatedAt: readTime(textOf(row, 'updated_at')),
  body: null,
})

const stands = new Set<string | null>(['active', 'suspended'])

/** Counts for the report: these belong to people and stay there. */
async function countLeftOut({ count }: ReturnType<typeof createLeftOut>): Promise<void> {
  await count('ticket_message_attachments', FILES_LEFT_OUT)
  await count('users', SECOND_FACTORS, (row) => (textOf(row, 'tfa_secret') ?? '') !== '')
  const details = 'billing details of people were left out: they enter them with their next order.'
  await count('properties', details, (row) => /user$/i.test(textOf(row, 'model_type') ?? ''))
  const unpaid = 'unpaid invoices were left out: settle them in Paymenter.'
  await count('invoices', unpaid, (row) => textOf(row, 'status') === 'pending')
}

function createReader(source: Source, credits: Credits): SourceReader {
  const leftOut = createLeftOut(source)
  let passedOver = 0
  let coupons = 0
  return {
    async *people() {
      for await (const row of source.rows('users')) yield toPerson(row, credits)
    },
    async *servers() {
      for await (const row of rowsIfThere(source, 'services')) {
        const id = textOf(row, 'id') ?? ''
        if (!stands.has(textOf(row, 'status'))) passedOver += 1
        else
          yield {
            id,
            owner: textOf(row, 'user_id') ?? '',
            panelId: null,
            externalId: id,
            expiresAt: readTime(textOf(row, 'expires_at')),
          }
      }
    },
    async *tickets() {
      for await (const row of rowsIfThere(source, 'tickets')) yield toTicket(row)
    },
    async *messages() {
      for await (const row of rowsIfThere(source, 'ticket_messages'))
        yield {
          id: textOf(row, 'id') ?? '',
          ticket: textOf(row, 'ticket_id') ?? '',
          author: textOf(row, 'user_id') ?? '',
          body: textOf(row, 'message'),
          createdAt: readTime(textOf(row, 'created_at')),
        }
      await countLeftOut(leftOut)
    },
    // Coupons are discounts on a price; no code of it gives credit.
    async *codes() {
      for await (const _row of rowsIfThere(source, 'coupons')) coupons += 1
      yield* []
    },
    async *referrals() {
      yield* []
    },
    async *referralCodes() {
      yield* []
    },
    remarks: () => [
      ...leftOut.remarks(),
      ...[...credits.others].map(
        ([currency, sum]) =>
          `${printAmount(sum)} ${currency} of credit was left out: only one currency becomes coins.`,
      ),
      ...(passedOver === 0 ? [] : [`${passedOver} services that are pending or cancelled were left out.`]),
      ...(coupons === 0
        ? []
        : [`${coupons} coupons were left out: they are discounts on prices of Paymenter.`]),
    ],
  }
}

export const paymenter: SourceSystem = {
  id: 'paymenter',
  title: 'Paymenter',
  keepsMoney: true,
  async open(source, { currency }) {
    const [users, services] = [await source.columns('users'), await source.columns('services')]
    if (!users?.has('first_name') || !users.has('tfa_secret') || !services)
      throw new ImportError(
        'This is no database of Paymenter: it has no tables "users" with first_name and "services".',
      )
    return createReader(source, await readCredits(source, currency))
  },
}
