import { randomUUID } from 'node:crypto'
import { ctrlpanelSchema } from './ctrlpanel-schema.ts'
import { HASH } from './ctrlpanel-rows.ts'
import { writeHeliactyl } from './heliactyl-file.ts'
import { mythicaldashSchema } from './mythicaldash-schema.ts'
import { paymenterSchema } from './paymenter-schema.ts'
import { sqlSources, writeSqlSource, type TableRows } from './write-source.ts'

/** More than two batches of each kind. */
export const sizes = {
  people: 600,
  servers: 220,
  tickets: 250,
  messages: 500,
  codes: 250,
  referrals: 599,
} as const

export interface PanelServerAt {
  readonly number: number
  /** Number of the account on the panel that owns it. */
  readonly owner: number
  readonly id: number
  readonly externalId: string | null
}

export interface WholeSource {
  readonly from: string
  readonly options: Readonly<Record<string, string>>
  /** Servers that the panel has to have. */
  readonly onPanel: readonly PanelServerAt[]
}

const many = <T>(count: number, make: (number: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at + 1))

const at = '2025-01-02 03:04:05'
const ownerOf = (number: number) => 1 + (number % sizes.people)
const ticketOf = (number: number) => 1 + (number % sizes.tickets)
const emailOf = (name: string, number: number) => `${number}@${name}.example.com`
const bodyOf = (name: string, number: number) => `Message ${number} of ${name}`
const codeOf = (name: string, number: number) => `${name}-${number}`

/** MariaDB where this machine has it, since a dump is read in one go. */
const sql = (schema: string, tables: TableRows) =>
  writeSqlSource(sqlSources().at(-1) ?? 'dump', schema, tables)

/** In the order of its texts, which MariaDB reads it in. */
const serverIdOf = (name: string, number: number) => `${name}-${String(number).padStart(4, '0')}`

const ctrlpanel = async (name: string, firstId: number): Promise<WholeSource> => ({
  from: await sql(ctrlpanelSchema(), {
    users: many(sizes.people, (id) => ({
      id,
      name: `${name}-${id}`,
      credits: 1000 * id,
      server_limit: 3,
      email: emailOf(name, id),
      email_verified_at: at,
      password: HASH,
      created_at: at,
      suspended: id % 50 === 0 ? 1 : 0,
    })),
    servers: many(sizes.servers, (number) => ({
      id: serverIdOf(name, number),
      name: 'Old name',
      user_id: ownerOf(number),
      product_id: randomUUID(),
    })),
    tickets: many(sizes.tickets, (id) => ({
      id,
      user_id: ownerOf(id),
      ticketcategory_id: 1,
      ticket_id: `T${id}`,
      title: `Ticket ${id}`,
      priority: 'Low',
      message: 'It lags',
      status: 'Open',
      created_at: at,
    })),
    ticket_comments: many(sizes.messages, (id) => ({
      id,
      ticket_id: ticketOf(id),
      user_id: ownerOf(id),
      ticketcomment: bodyOf(name, id),
      created_at: at,
    })),
    vouchers: many(sizes.codes, (id) => ({ id, code: codeOf(name, id), credits: 5000, uses: 10 })),
    user_voucher: many(sizes.codes, (id) => ({ user_id: ownerOf(id), voucher_id: id, created_at: at })),
    user_referrals: many(sizes.referrals, (id) => ({
      referral_id: id,
      registered_user_id: id + 1,
      created_at: at,
    })),
  }),
  options: {},
  onPanel: many(sizes.servers, (number) => ({
    number,
    owner: 1,
    id: firstId + number,
    externalId: serverIdOf(name, number),
  })),
})

const mythicaldash = async (name: string, firstId: number): Promise<WholeSource> => {
  const uuids = many(sizes.people, () => randomUUID())
  const uuidOf = (number: number) => uuids[number - 1] ?? ''
  return {
    from: await sql(mythicaldashSchema, {
      mythicaldash_users: many(sizes.people, (id) => ({
        id,
        username: `${name}_${id}`,
        first_name: 'sealed',
        last_name: 'sealed',
        email: emailOf(name, id),
        password: 'sealed',
        credits: id,
        uuid: uuidOf(id),
        server_limit: 9,
        token: 'sealed',
        first_ip: '203.0.113.1',
        last_ip: '203.0.113.1',
        banned: 'NO',
        verified: 'true',
        last_seen: at,
        first_seen: at,
      })),
      mythicaldash_servers: many(sizes.servers, (id) => ({
        id,
        pterodactyl_id: firstId + id,
        user: uuidOf(ownerOf(id)),
        created_at: at,
        expires_at: '2999-01-01 00:00:00',
      })),
      mythicaldash_tickets: many(sizes.tickets, (id) => ({
        id,
        user: uuidOf(ownerOf(id)),
        department: 1,
        title: `Ticket ${id}`,
        description: 'It lags',
        date: at,
      })),
      mythicaldash_tickets_messages: many(sizes.messages, (id) => ({
        id,
        ticket: ticketOf(id),
        user: uuidOf(ownerOf(id)),
        message: bodyOf(name, id),
        date: at,
      })),
      mythicaldash_redeem_codes: many(sizes.codes, (id) => ({
        id,
        code: codeOf(name, id),
        uses: 3,
        coins: 7,
      })),
      mythicaldash_redeem_codes_redeems: many(sizes.codes, (id) => ({
        id,
        user: uuidOf(ownerOf(id)),
        code: id,
        created_at: at,
      })),
      mythicaldash_referral_codes: many(sizes.people, (id) => ({ id, user: uuidOf(id), code: `code_${id}` })),
      mythicaldash_referral_uses: many(sizes.referrals, (id) => ({
        id,
        referral_code_id: id,
        referred_user_id: uuidOf(id + 1),
        created_at: at,
      })),
    }),
    options: {},
    onPanel: many(sizes.servers, (number) => ({ number, owner: 1, id: firstId + number, externalId: null })),
  }
}

const paymenter = async (name: string, firstId: number): Promise<WholeSource> => ({
  from: await sql(paymenterSchema, {
    users: many(sizes.people, (id) => ({
      id,
      first_name: 'Anneke',
      last_name: 'van der Berg',
      email: emailOf(name, id),
      email_verified_at: at,
      password: HASH,
      created_at: at,
    })),
    credits: many(sizes.people, (id) => ({ id, user_id: id, currency_code: 'EUR', amount: `${id}.00` })),
    services: many(sizes.servers, (number) => ({
      // The panel knows services by their number alone, which two sources of one panel cannot share.
      id: firstId + number,
      status: 'active',
      user_id: ownerOf(number),
      currency_code: 'EUR',
      price: '1.00',
    })),
    tickets: many(sizes.tickets, (id) => ({
      id,
      subject: `Ticket ${id}`,
      user_id: ownerOf(id),
      created_at: at,
      updated_at: at,
    })),
    ticket_messages: many(sizes.messages, (id) => ({
      id,
      ticket_id: ticketOf(id),
      user_id: ownerOf(id),
      message: bodyOf(name, id),
      created_at: at,
    })),
  }),
  options: { 'coins-per-credit': '1' },
  onPanel: many(sizes.servers, (number) => ({
    number,
    owner: 1,
    id: firstId + number,
    externalId: String(firstId + number),
  })),
})

const heliactyl = async (name: string, firstId: number): Promise<WholeSource> => ({
  from: writeHeliactyl(
    Object.fromEntries(
      many(sizes.people, (number): readonly (readonly [string, unknown])[] => {
        const id = `${name}-${number}`
        return [
          [`users-${id}`, firstId + number],
          [`userid-${id}`, emailOf(name, number)],
          [
            `user-${emailOf(name, number)}`,
            {
              id,
              username: id,
              email: emailOf(name, number),
              password: HASH,
              createdAt: '2025-01-02T03:04:05Z',
            },
          ],
          [`coins-${id}`, number],
          [`extra-${id}`, { ram: 1024 }],
        ]
      }).flat(),
    ),
  ),
  options: {},
  onPanel: many(sizes.servers, (number) => ({
    number,
    owner: firstId + ownerOf(number),
    id: firstId + number,
    externalId: null,
  })),
})

/** A source of each system in its real schema, with people `1@<name>.example.com` and so on, who have as many coins. */
export const wholeSources: Readonly<Record<string, (name: string, firstId: number) => Promise<WholeSource>>> =
  { ctrlpanel, mythicaldash, paymenter, heliactyl }
