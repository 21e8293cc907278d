import type { Mutant } from './mutant.ts'

const grant = 'builtin/tickets/server/grant-compensation.ts'
const queries = 'builtin/tickets/server/compensation-queries.ts'
const clocks = 'builtin/tickets/server/sla-clocks.ts'
const time = 'builtin/tickets/server/business-time.ts'
const incidents = 'builtin/tickets/server/handle-incidents.ts'
const extend = 'builtin/servers/server/extend-server.ts'

/** Rules of what staff promise to customers: grants with replies, and times to answer. */
export const ticketCareMutants: readonly Mutant[] = [
  { rule: 'TIC36', file: grant, find: 'body.internal || row.owner', replace: 'row.owner' },
  {
    rule: 'TIC36',
    file: grant,
    find: "row.owner === actor.id || !actor.can('admin.tickets.compensate')",
    replace: "!actor.can('admin.tickets.compensate')",
  },
  { rule: 'TIC36', file: grant, find: " || !actor.can('admin.tickets.compensate'))", replace: ')' },
  {
    rule: 'TIC36',
    file: 'builtin/tickets/server/handle-compensation.ts',
    find: 'row.owner === actor.id',
    replace: 'row.owner === row.id',
  },
  { rule: 'TIC37', file: grant, find: '  await lockGranter(tx, actor.id)\n', replace: '' },
  { rule: 'TIC37', file: grant, find: 'wanted.coins > coins.left || wanted', replace: 'wanted' },
  {
    rule: 'TIC37',
    file: queries,
    find: ' and created_at > ${since}::timestamptz',
    replace: ' and ${since} <> 0::text',
  },
  { rule: 'TIC37', file: queries, find: 'where actor = ${actor}', replace: 'where actor <> ${actor}' },
  { rule: 'TIC38', file: grant, find: '|| wanted.days > days.left', replace: '' },
  { rule: 'TIC38', file: grant, find: '    note: reasonOf(row),\n', replace: '' },
  {
    rule: 'TIC38',
    file: 'builtin/tickets/server/release-reply.ts',
    find: '  await payCompensation(uses, tx, row, id)\n',
    replace: '',
  },
  {
    rule: 'TIC38',
    file: 'builtin/tickets/server/handle-staff-replies.ts',
    find: 'const compensation = await takeCompensationBack(tx, made.id)',
    replace: 'const compensation = await Promise.resolve(null)',
  },
  { rule: 'TIC38', file: queries, find: '(stored?.coins ?? 0) === (offered?.coins ?? 0) &&\n', replace: '' },
  {
    rule: 'TIC38',
    file: grant,
    find: 'if (wanted.serverId !== null && !server)',
    replace: 'if (wanted.serverId === row.id)',
  },
  {
    rule: 'TIC38',
    file: grant,
    find: 'if (!settings.read(generalSettings).server_renew_enabled) return []',
    replace: '',
  },
  {
    rule: 'TIC39',
    file: grant,
    find: 'if (coinsFailed || daysFailed) await',
    replace: 'if (coinsFailed) await',
  },
  { rule: 'TIC39', file: queries, find: ' filter (where not days_failed)', replace: '' },
  {
    rule: 'TIC39',
    file: 'builtin/tickets/server/present-tickets.ts',
    find: 'granted.daysFailed === failed',
    replace: 'granted.daysFailed !== failed',
  },
  { rule: 'SRV68', file: extend, find: 'row.owner !== owner || ', replace: '' },
  { rule: 'SRV68', file: extend, find: '...newPeriod(expiresAt, now, rules), ', replace: '' },
  { rule: 'SRV68', file: extend, find: 'details: { until, reason }', replace: 'details: { until }' },
  { rule: 'TIC40', file: clocks, find: 'hours: hours * share', replace: 'hours' },
  { rule: 'TIC40', file: time, find: 'if (state.open) yield', replace: 'yield' },
  {
    rule: 'TIC40',
    file: time,
    find: 'const state = week && readOpening',
    replace: 'const state = at < 0 && week && readOpening',
  },
  { rule: 'TIC41', file: clocks, find: 'firstReply ??= at', replace: 'firstReply = null' },
  {
    rule: 'TIC41',
    file: clocks,
    find: "fact.by === 'customer') asked ??= at",
    replace: "fact.by === 'customer') asked = at",
  },
  { rule: 'TIC41', file: clocks, find: 'if (runs(status) && !runs(next) && last) last.to = at', replace: '' },
  { rule: 'TIC41', file: clocks, find: "status === 'inprogress' ? status : 'open'", replace: 'status' },
  {
    rule: 'TIC41',
    file: clocks,
    find: "done === null ? 'overdue' : 'missed'",
    replace: "done === null ? 'missed' : 'overdue'",
  },
  { rule: 'TIC41', file: clocks, find: 'used += openTimeBetween(', replace: 'used = openTimeBetween(' },
  {
    rule: 'TIC42',
    file: 'builtin/tickets/server/read-sla.ts',
    find: 'eq(message.internal, false), ',
    replace: '',
  },
  {
    rule: 'TIC42',
    file: clocks,
    find: "(state === 'running' || state === 'overdue')",
    replace: "state === 'running'",
  },
  {
    rule: 'TIC42',
    file: 'builtin/tickets/server/read-sla.ts',
    find: '.filter((each) => each.firstReplyHours ?? each.nextReplyHours ?? each.resolutionHours)',
    replace: '.filter((each) => each.firstReplyHours === -1)',
  },
  {
    rule: 'TIC43',
    file: incidents,
    find: "found?.get(serverId ?? '') ?? ''",
    replace: "incident.locationIds[0] ?? ''",
  },
  { rule: 'TIC43', file: incidents, find: 'incident.startedAt.getTime() - BEFORE_MS', replace: 'BEFORE_MS' },
  {
    rule: 'TIC43',
    file: 'builtin/tickets/server/incident-queries.ts',
    find: "ne(ticket.status, 'closed'),\n",
    replace: '',
  },
  { rule: 'TIC44', file: incidents, find: 'number !== undefined && (await', replace: '(await' },
  {
    rule: 'TIC44',
    file: incidents,
    find: 'if (await findMessageByRequest(tx, actor.id, requestKey)) return true',
    replace: '',
  },
  { rule: 'TIC44', file: incidents, find: '  requireFilledIn(body.body)\n', replace: '' },
  {
    rule: 'TIC44',
    file: incidents,
    find: '(await countMessages(tx, id)) >= ticketBounds.messages',
    replace: "row.status === 'waiting'",
  },
  { rule: 'TIC44', file: incidents, find: '  await holdReply(call, tx, row, made, seconds)\n', replace: '' },
  {
    rule: 'TIC45',
    file: 'builtin/tickets/server/ticket-notices.ts',
    find: '  await bell?.notify(tx, { ...name, user: reader.id, params, link: path })\n',
    replace: '',
  },
  {
    rule: 'TIC45',
    file: 'builtin/tickets/server/ticket-notices.ts',
    find: '  if (bell && !(await bell.wantsEmail(tx, reader.id, name))) return\n',
    replace: '',
  },
]
