import { generalSettings } from '@spawnpoint/contracts/settings'
import { ticketSettings, type replyAsStaff } from '@spawnpoint/contracts/tickets'
import type { EndpointCall, Transaction } from '@spawnpoint/sdk/server'
import {
  findCompensation,
  insertCompensation,
  lockGranter,
  markFailed,
  sumGranted,
} from './compensation-queries.ts'
import type { Compensation, Message, Ticket } from './tables.ts'
import { findTicket } from './ticket-queries.ts'
import type { ticketUses, TicketUses } from './ticket-uses.ts'

type Call = EndpointCall<typeof replyAsStaff, typeof ticketUses>

/** Servers of a customer that expire, and so can get days. */
export async function listExtendable(
  { servers, settings }: Pick<TicketUses, 'servers' | 'settings'>,
  owner: string,
) {
  if (!settings.read(generalSettings).server_renew_enabled) return []
  const owned = (await servers.get()?.ownedBy(owner)) ?? []
  return owned.flatMap(({ id, name, status, expiresAt }) =>
    expiresAt === null || status === 'deleting' ? [] : [{ id, name, expiresAt }],
  )
}

/** The rest that a person may grant today. */
export async function readBudget(
  { db, settings, clock }: Pick<TicketUses, 'db' | 'settings' | 'clock'>,
  actor: string,
  tx: Transaction | null = null,
) {
  const { tickets_compensation_coins: coins, tickets_compensation_days: days } = settings.read(ticketSettings)
  const granted = await sumGranted(tx ?? db.orm, actor, clock.now())
  return {
    coins: { left: Math.max(0, coins - granted.coins), daily: coins },
    days: { left: Math.max(0, days - granted.days), daily: days },
  }
}

/** The server that gets days; looked up before the transaction, which holds its one connection. */
export async function findCompensated(call: Call) {
  const id = call.body.compensation?.serverId ?? null
  const row = id === null ? null : await findTicket(call.db.orm, call.params.id)
  return (row && (await listExtendable(call, row.owner)).find((server) => server.id === id)) ?? null
}

interface Reserved {
  readonly row: Ticket
  readonly made: Message
  readonly server: Awaited<ReturnType<typeof findCompensated>>
}

/** Counts what a reply grants against the limit of its writer's day. It is paid when the customer sees the reply. */
export async function reserveCompensation(
  tx: Transaction,
  call: Call,
  { row, made, server }: Reserved,
): Promise<void> {
  const { actor, body, fail, clock, ledger } = call
  const wanted = body.compensation
  if (!wanted) return
  // A note reaches nobody, and nobody grants anything to themselves.
  if (body.internal || row.owner === actor.id || !actor.can('admin.tickets.compensate'))
    throw fail('TICKETS_COMPENSATION_DENIED')
  if (wanted.coins > 0 && ledger.get() === null) throw fail('TICKETS_COMPENSATION_DENIED')
  if (wanted.serverId !== null && !server) throw fail('TICKETS_COMPENSATION_SERVER')
  await lockGranter(tx, actor.id)
  const { coins, days } = await readBudget(call, actor.id, tx)
  if (wanted.coins > coins.left || wanted.days > days.left)
    throw fail('TICKETS_COMPENSATION_LIMIT', { details: { coins: coins.left, days: days.left } })
  await insertCompensation(tx, {
    messageId: made.id,
    actor: actor.id,
    ...wanted,
    serverName: server?.name ?? null,
    createdAt: clock.now(),
  })
}

const reasonOf = ({ number, subject }: Ticket) => `#${number} ${subject}`

async function payCoins({ ledger }: TicketUses, tx: Transaction, row: Ticket, { id, coins }: Compensation) {
  if (coins === 0) return true
  const posting = await ledger.get()?.earn(tx, {
    scope: 'tickets.compensation',
    key: String(id),
    kind: 'tickets:compensation',
    note: reasonOf(row),
    user: row.owner,
    from: 'adjustments',
    amount: coins,
  })
  return posting !== undefined && 'balance' in posting
}

async function giveDays({ servers }: TicketUses, tx: Transaction, row: Ticket, granted: Compensation) {
  const { serverId: server, days, actor } = granted
  if (server === null) return true
  const extension = { server, owner: row.owner, days, actor, reason: reasonOf(row) }
  return (await servers.get()?.extend(tx, extension)) ?? false
}

/** Pays what a reply grants, in the transaction that shows it. What cannot be paid any more is told to staff. */
export async function payCompensation(
  uses: TicketUses,
  tx: Transaction,
  row: Ticket,
  message: bigint,
): Promise<void> {
  const granted = await findCompensation(tx, message)
  if (!granted) return
  // The ledger comes first: everything that moves coins locks the account before rows of servers.
  const coinsFailed = !(await payCoins(uses, tx, row, granted))
  const daysFailed = !(await giveDays(uses, tx, row, granted))
  if (coinsFailed || daysFailed) await markFailed(tx, granted.id, { coinsFailed, daysFailed })
  await uses.audit.write(tx, {
    actor: granted.actor,
    action: 'tickets:compensated',
    target: row.owner,
    after: {
      number: row.number,
      ...(granted.coins > 0 && !coinsFailed && { coins: granted.coins }),
      ...(granted.days > 0 && !daysFailed && { days: granted.days, server: granted.serverName }),
    },
  })
}
