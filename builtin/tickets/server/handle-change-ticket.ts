import { changeTicket, SNOOZE_DAYS, ticketAssigned } from '@spawnpoint/contracts/tickets'
import { answer, type EndpointCall, type Transaction } from '@spawnpoint/sdk/server'
import { changeStatus } from './change-status.ts'
import { mayWork } from './handle-queue.ts'
import type { Ticket } from './tables.ts'
import { ownPath, queuePath, sendNotice } from './ticket-notices.ts'
import { insertEvents, lockTicket, updateTicket } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

type Call = EndpointCall<typeof changeTicket, typeof ticketUses>

/** The changes that differ from the ticket, by the kind of their line in the conversation. */
const changesOf = (row: Ticket, { priority, departmentId, assigneeId, snoozedUntil }: Call['body']) =>
  [
    { kind: 'priority' as const, before: row.priority, after: priority },
    { kind: 'department' as const, before: row.departmentId, after: departmentId },
    { kind: 'assignee' as const, before: row.assignee, after: assigneeId },
    { kind: 'snoozed' as const, before: row.snoozedUntil?.toISOString() ?? null, after: snoozedUntil },
  ].flatMap(({ after, ...change }) =>
    after === undefined || after === change.before ? [] : [{ ...change, after }],
  )

const DAY_MS = 86_400_000

async function checkTargets({ body, fail, clock, ...uses }: Call): Promise<void> {
  const { departmentId, assigneeId, snoozedUntil } = body
  const snooze = snoozedUntil ? Date.parse(snoozedUntil) - clock.now().getTime() : null
  if (snooze !== null && (snooze <= 0 || snooze > SNOOZE_DAYS * DAY_MS)) throw fail('TICKETS_SNOOZE')
  if (departmentId && !(await uses.departments.get()?.find(departmentId))) throw fail('TICKETS_DEPARTMENT')
  if (assigneeId && !(await mayWork(uses, assigneeId))) throw fail('TICKETS_ASSIGNEE')
}

const asDate = (moment: string | null) => (moment === null ? null : new Date(moment))

async function writeChanges(tx: Transaction, call: Call, row: Ticket): Promise<Ticket> {
  const { actor, body, clock, events } = call
  const changes = changesOf(row, body)
  if (changes.length === 0) return row
  const next = {
    ...row,
    priority: body.priority ?? row.priority,
    departmentId: body.departmentId === undefined ? row.departmentId : body.departmentId,
    assignee: body.assigneeId === undefined ? row.assignee : body.assigneeId,
    snoozedUntil: body.snoozedUntil === undefined ? row.snoozedUntil : asDate(body.snoozedUntil),
    version: row.version + 1,
  }
  const { priority, departmentId, assignee, snoozedUntil, version } = next
  await updateTicket(tx, row.id, { priority, departmentId, assignee, snoozedUntil, version })
  const line = { ticketId: row.id, actor: actor.id, at: clock.now() }
  await insertEvents(
    tx,
    changes.map((change) => ({ ...line, ...change })),
  )
  if (assignee !== row.assignee) {
    await events.emit(tx, ticketAssigned, { ticket: row.id, owner: row.owner, assignee })
    if (assignee !== null && assignee !== actor.id)
      await sendNotice(call, tx, {
        kind: 'assigned',
        to: assignee,
        ticket: row,
        by: actor.id,
        path: queuePath(row.id),
      })
  }
  return next
}

async function change(tx: Transaction, call: Call): Promise<Ticket> {
  const { actor, params, body, fail, ip, clock, audit, sessions } = call
  const row = await lockTicket(tx, params.id)
  if (!row) throw fail('NOT_FOUND')
  if (row.version !== body.version) throw fail('STALE_EDIT')
  if (row.mergedInto !== null) throw fail('TICKETS_MERGED')
  if (body.snoozedUntil && (body.status ?? row.status) === 'closed') throw fail('TICKETS_SNOOZE')
  const changed = await writeChanges(tx, call, row)
  const to = body.status ?? row.status
  await changeStatus(call, tx, changed, { to, actor: actor.id, at: clock.now() })
  if (to === 'closed' && row.status !== 'closed')
    await sendNotice(call, tx, {
      kind: 'closed',
      to: row.owner,
      ticket: row,
      by: actor.id,
      path: ownPath(row.id),
    })
  const now = { ...changed, status: to, version: changed.version + (to === row.status ? 0 : 1) }
  if (now.version === row.version) return row
  const facts = ({ status, priority, departmentId, assignee, snoozedUntil }: Ticket) => ({
    status,
    priority,
    departmentId,
    assignee,
    snoozedUntil,
  })
  await sessions.changed(tx, row.owner)
  await audit.write(tx, {
    actor: actor.id,
    action: 'tickets:changed',
    target: row.id,
    before: facts(row),
    after: facts(now),
    ip,
  })
  return now
}

export const handleChangeTicket = answer(changeTicket, ticketUses, async (call) => {
  await checkTargets(call)
  const { version } = await call.db.orm.transaction((tx) => change(tx, call))
  return { version }
})
