import type { BulkAction } from '@spawnpoint/contracts/servers'
import { EndpointFailure, type Transaction } from '@spawnpoint/sdk/server'
import { lockAllowance } from './allowance-queries.ts'
import { markDeleting, markForced } from './delete-server.ts'
import { writeHistory } from './history.ts'
import { mayActOn } from './may-act-on.ts'
import { findServer, lockServer } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'
import { suspendByStaff, type Acting } from './suspend-by-staff.ts'
import type { ServerRecord } from './tables.ts'
import { reserveTransfer } from './transfer-server.ts'

const statuses = {
  NOT_FOUND: 404,
  SERVERS_DELETING: 409,
  SERVERS_NOT_STUCK: 409,
  SERVERS_CHANGE_PENDING: 409,
  SERVERS_OWNER_BANNED: 409,
  SERVERS_SAME_OWNER: 409,
  SERVERS_NO_RECEIVER: 404,
  SERVERS_EXCEEDS_OWN: 403,
} as const
const refuse = (code: keyof typeof statuses) => new EndpointFailure(code, statuses[code])

export interface Act extends Acting {
  readonly action: BulkAction
  /** The new owner of a transfer. */
  readonly receiver?: string | null | undefined
  /** The panel could not carry the deletion out: it is to forget the server. */
  readonly force?: boolean | undefined
}

const writeDeletion = async (uses: ServerUses, tx: Transaction, row: ServerRecord, act: Act) => {
  await markDeleting(uses, tx, row)
  await writeHistory(tx, uses, {
    server: row,
    kind: 'deleting',
    actor: act.staff.id,
    details: { reason: act.reason },
  })
  await uses.audit.write(tx, {
    actor: act.staff.id,
    action: 'servers:deleting',
    target: row.owner,
    before: row,
    after: { server: row.id, name: row.name, reason: act.reason },
    ip: act.ip,
  })
}

const forceDeletion = async (uses: ServerUses, tx: Transaction, row: ServerRecord, act: Act) => {
  await markForced(uses, tx, row)
  await uses.audit.write(tx, {
    actor: act.staff.id,
    action: 'servers:deletion-forced',
    target: row.owner,
    after: { server: row.id, name: row.name, reason: act.reason },
    ip: act.ip,
  })
}

const perform = (uses: ServerUses, tx: Transaction, row: ServerRecord, act: Act): Promise<void> => {
  if (act.force) return forceDeletion(uses, tx, row, act)
  if (act.action === 'delete') return writeDeletion(uses, tx, row, act)
  if (act.action !== 'transfer')
    return suspendByStaff(uses, tx, row, { ...act, suspended: act.action === 'suspend' })
  const { receiver: to } = act
  if (row.owner === to) throw refuse('SERVERS_SAME_OWNER')
  if (row.wanted || row.newOwner) throw refuse('SERVERS_CHANGE_PENDING')
  if (!to) throw refuse('SERVERS_NO_RECEIVER')
  return reserveTransfer(uses, tx, row, { ...act, to })
}

/** Whether the people behind the act allow it; looked up before the transaction, which holds its one connection. */
const checkPeople = async (uses: ServerUses, row: ServerRecord, { action, staff, receiver }: Act) => {
  if (!(await mayActOn(uses, staff, row.owner))) throw refuse('SERVERS_EXCEEDS_OWN')
  if (action === 'unsuspend' && ((await uses.users.find(row.owner))?.bannedReason ?? null) !== null)
    throw refuse('SERVERS_OWNER_BANNED')
  if (action !== 'transfer') return
  const person = receiver ? await uses.users.find(receiver) : null
  if (!person || person.bannedReason !== null) throw refuse('SERVERS_NO_RECEIVER')
  if (!(await mayActOn(uses, staff, person.id))) throw refuse('SERVERS_EXCEEDS_OWN')
}

/**
 * Does what staff want with one server, or throws why not. `note` is written in the same transaction.
 */
export const actOnServer = async (
  uses: ServerUses,
  act: Act,
  id: string,
  note?: (tx: Transaction) => Promise<unknown>,
): Promise<void> => {
  const seen = await findServer(uses.db.orm, id)
  if (!seen) throw refuse('NOT_FOUND')
  await checkPeople(uses, seen, act)
  await uses.db.orm.transaction(async (tx) => {
    // The allowance before the server, as everything else locks them.
    if (act.action === 'transfer' && act.receiver) await lockAllowance(tx, uses.settings, act.receiver)
    const row = await lockServer(tx, id)
    if (row?.owner !== seen.owner) throw refuse('NOT_FOUND')
    const isLeaving = row.status === 'deleting'
    if (act.force && !(isLeaving && row.problem !== null)) throw refuse('SERVERS_NOT_STUCK')
    if (isLeaving && !act.force) throw refuse('SERVERS_DELETING')
    await perform(uses, tx, row, act)
    await note?.(tx)
  })
}
