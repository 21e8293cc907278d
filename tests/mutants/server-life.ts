import type { Mutant } from './mutant.ts'

const manifest = 'builtin/servers/manifest.ts'
const staff = 'builtin/servers/server/handle-staff-servers.ts'
const transfer = 'builtin/servers/server/transfer-server.ts'
const plan = 'builtin/servers/server/renewal-plan.ts'
const runs = 'builtin/servers/server/run-renewals.ts'
const automatic = 'builtin/servers/server/renew-automatically.ts'
const latency = 'builtin/servers/server/latency-page.ts'
const bulk = 'builtin/servers/server/bulk.ts'

/** Servers through their whole life: what staff do with them, renewal, and what is remembered. */
export const serverLifeMutants: readonly Mutant[] = [
  {
    rule: 'SCR97',
    file: manifest,
    find: `path: '/mc-admin/servers',`,
    replace: `path: '/mc-admin/all-servers',`,
  },
  {
    rule: 'SRV84',
    file: 'builtin/servers/server/delete-server.ts',
    find: 'panel.deleteServer(found.id, { force: row.forced })',
    replace: 'panel.deleteServer(found.id)',
    noticedBy: 'builtin/servers/staff-servers.test.ts',
  },
  {
    rule: 'SRV84',
    file: 'builtin/servers/server/act-on-server.ts',
    find: 'if (act.force && !(isLeaving && row.problem !== null))',
    replace: 'if (act.force && !isLeaving && row.problem !== null)',
    noticedBy: 'builtin/servers/staff-servers.test.ts',
  },
  {
    rule: 'SCR98',
    file: manifest,
    find: 'adminPages: [',
    replace: `adminPages: [{ id: 'servers-edit', path: '/mc-admin/servers/:id/edit', area: 'admin', permission: 'admin.servers.edit', module: 'staff', title: 'Edit' },`,
  },
  {
    rule: 'GRD14',
    file: manifest,
    find: `permission: 'admin.servers.list',
        module: 'staff',`,
    replace: `permission: 'admin.servers.edit',
        module: 'staff',`,
  },
  {
    rule: 'SRV70',
    file: 'builtin/servers/server/migrations/0008_list_indexes.sql',
    find: `where status <> 'active'`,
    replace: `where status = 'active'`,
  },
  {
    rule: 'SRV70',
    file: 'builtin/servers/server/migrations/0008_list_indexes.sql',
    find: 'or panel_owner_differs',
    replace: '',
  },
  {
    rule: 'SRV93',
    file: 'builtin/servers/server/migrations/0015_state_orders.sql',
    find: '(status, lower(name), id)',
    replace: '(status, id)',
  },
  {
    rule: 'SRV93',
    file: 'builtin/servers/server/migrations/0015_state_orders.sql',
    find: '(status, expires_at, id)',
    replace: '(status, id)',
  },
  {
    rule: 'SRV70',
    file: staff,
    find: 'trouble: await countRows(db.orm, server, inTrouble(server))',
    replace: 'trouble: await countRows(db.orm, server, states.suspended(server))',
  },
  { rule: 'SRV43', file: staff, find: 'inArray(from.owner, [...ids])', replace: 'undefined' },
  {
    rule: 'SRV43',
    file: staff,
    find: `filter.location ? eq(from.locationId, filter.location) : undefined`,
    replace: 'undefined',
  },
  {
    rule: 'SRV44',
    file: 'builtin/servers/server/server-queries.ts',
    find: 'suspensionReason: reason,',
    replace: 'suspensionReason: null,',
  },
  {
    rule: 'SRV45',
    file: staff,
    find: '    await requireReauthentication(services.sessions, actor)\n',
    replace: '',
  },
  {
    rule: 'SRV45',
    file: 'builtin/servers/server/act-on-server.ts',
    find: `  if (!(await mayActOn(uses, staff, row.owner))) throw refuse('SERVERS_EXCEEDS_OWN')\n`,
    replace: '',
  },
  {
    rule: 'SRV46',
    file: transfer,
    find: '  checkLimits(row, await readUsage(uses, tx, to), total, 1)\n',
    replace: '',
  },
  {
    rule: 'SRV46',
    file: 'builtin/servers/server/server-queries.ts',
    find: 'or(eq(server.owner, person), eq(server.newOwner, person))',
    replace: 'eq(server.owner, person)',
  },
  {
    rule: 'SRV46',
    file: transfer,
    find: 'if (found.userId !== user.id) await panel.updateServerDetails(found.id, { userId: user.id })',
    replace: '',
  },
  { rule: 'SRV47', file: bulk, find: `if (confirmed(job, row))`, replace: 'if (job)' },
  {
    rule: 'SRV47',
    file: bulk,
    find: 'const allowed = holds(permissions, permissionFor(job.action))',
    replace: 'const allowed = permissions !== null',
  },
  {
    rule: 'SRV48',
    file: 'builtin/servers/server/handle-comparison.ts',
    find: `in ('missing', 'install-failed')`,
    replace: `in ('install-failed')`,
  },
  {
    rule: 'SCR35',
    file: manifest,
    find: `path: '/server/:id/renew',`,
    replace: `path: '/server/:id/extend',`,
  },
  {
    rule: 'SRV49',
    file: 'builtin/servers/browser/renew-page.tsx',
    find: '<Slot name="coins.sources" isShort />',
    replace: '',
    noticedBy: 'builtin/servers/renew-page.test.tsx',
  },
  {
    rule: 'SRV49',
    file: 'builtin/servers/server/renew-server.ts',
    find: 'amount: rules.cost,',
    replace: 'amount: 1,',
  },
  {
    rule: 'SRV49',
    file: 'builtin/servers/server/handle-renewal.ts',
    find: `  if (seen.renewalKey === body.requestKey) return 'repeated'\n`,
    replace: '',
  },
  {
    rule: 'SRV51',
    file: plan,
    find: 'return reminder > step ? reminder : null',
    replace: 'return reminder > 0 ? reminder : null',
  },
  {
    rule: 'SRV50',
    file: runs,
    find: `  await sendRenewalEmail(uses, tx, 'renewal-deleted', { row, at: now })\n`,
    replace: '',
  },
  {
    rule: 'SRV51',
    file: plan,
    find: 'return plusDays(stepAt ?? expiresAt,',
    replace: 'return plusDays(expiresAt,',
  },
  {
    rule: 'SRV51',
    file: plan,
    find: 'isOver && (step === renewalStep.expired || stopped)',
    replace: 'isOver',
  },
  {
    rule: 'SRV52',
    file: 'builtin/servers/server/renew-server.ts',
    find: `  if (seen.suspendedForExpiry || row.status === 'suspended') await queueSuspension(uses, row.id, tx)\n`,
    replace: '',
  },
  { rule: 'SRV53', file: runs, find: '  row.suspendedByStaff ||', replace: '  row.name === null ||' },
  {
    rule: 'SRV54',
    file: automatic,
    find: 'if (row[known] || !state) return',
    replace: 'if (!state) return',
  },
  {
    rule: 'SRV54',
    file: automatic,
    find: 'autoRenew && expiresAt !== null && isAutoDue(expiresAt, now)',
    replace: 'autoRenew && expiresAt !== null && now.getTime() < 0',
  },
  {
    rule: 'SRV54',
    file: runs,
    find: 'if (isSame) await tellFailure',
    replace: "if (isSame && payment.refused.outcome === 'insufficient') await tellFailure",
  },
  {
    rule: 'SRV92',
    file: automatic,
    find: '      const done = await renew(uses, tx,',
    replace:
      "      await tx.execute(`select from servers.server where id = '${seen.id}' for update`)\n      const done = await renew(uses, tx,",
  },
  {
    rule: 'SRV54',
    file: plan,
    find: '    shortOfCoins: false,\n    renewalRefused: false,\n',
    replace: '',
  },
  {
    rule: 'SRV54',
    file: 'builtin/servers/server/server-kinds.ts',
    find: 'notifications.get()?.wantsEmail(tx, owner, renewalFailed)) ?? true',
    replace: 'notifications.get()?.wantsEmail(tx, owner, renewalFailed)) !== null',
  },
  {
    rule: 'SRV55',
    file: 'builtin/servers/server/follow-renewal-switch.ts',
    find: '    await endPeriods(uses, tx)\n',
    replace: '',
  },
  {
    rule: 'SRV117',
    file: 'builtin/servers/browser/staff-page.tsx',
    find: `run: address.get('run')`,
    replace: `run: hash === '' ? address.get('run') : null`,
  },
  {
    rule: 'SRV117',
    file: 'builtin/servers/server/bulk.ts',
    find: 'and(eq(bulk.actor, actor.id), gte',
    replace: 'and(gte',
  },
  {
    rule: 'SRV118',
    file: 'builtin/servers/server/look-back.ts',
    find: '  await keepForeign(uses, foreign, startedAt)\n',
    replace: '  if (page === 1) await keepForeign(uses, foreign, startedAt)\n',
  },
  {
    rule: 'SRV115',
    file: 'builtin/servers/server/follow-renewal-switch.ts',
    find: 'if (pausedMs < PAUSE_MS) return',
    replace: '',
  },
  {
    rule: 'SRV50',
    file: 'builtin/servers/server/renewal-plan.ts',
    find: 'new Date(at.getTime() + days * dayMs)',
    replace: 'new Date(new Date(at).setDate(at.getDate() + days))',
    noticedBy: 'builtin/servers/server/renewal-plan.test.ts',
  },
  {
    rule: 'SRV115',
    file: 'builtin/servers/browser/server-state.tsx',
    find: "live.expiresAt === null ? 'suspendedPaused' : 'suspendedExpired'",
    replace: "'suspendedExpired'",
    noticedBy: 'builtin/servers/servers-pages.test.tsx',
  },
  {
    rule: 'SRV115',
    file: 'builtin/servers/server/renewal-rules.ts',
    find: '(server_renew_cost === 0 || ledger.get() !== null)',
    replace: 'server_renew_cost >= 0',
    noticedBy: 'builtin/servers/renewals.test.ts',
  },
  {
    rule: 'SRV55',
    file: 'builtin/servers/server/present-servers.ts',
    find: '(doExpire && row.expiresAt?.toISOString()) || null',
    replace: 'row.expiresAt?.toISOString() ?? null',
  },
  {
    rule: 'SRV56',
    file: 'builtin/servers/server/handle-history.ts',
    find: `person === reader ? ('you' as const)`,
    replace: `person === '' ? ('you' as const)`,
  },
  {
    rule: 'SRV56',
    file: 'builtin/servers/server/handle-history.ts',
    find: 'username: names.get(row.actor) ?? null',
    replace: 'username: null',
  },
  { rule: 'SRV69', file: latency, find: "'sandbox allow-scripts',", replace: '' },
  {
    rule: 'SRV69',
    file: latency,
    find: "uses.locations.list({ status: 'online' })",
    replace: 'uses.locations.list({})',
  },
  { rule: 'SRV69', file: latency, find: `.replaceAll('<', '\\\\u003c')`, replace: '' },
  { rule: 'SRV69', file: latency, find: "origins.join(' ')", replace: "'https:'" },
  { rule: 'SRV69', file: latency, find: "user: true, flag: 'allow_servers'", replace: 'public: true' },
  {
    rule: 'SRV69',
    file: 'builtin/servers/browser/use-latency.tsx',
    find: ' || source !== frame.current.contentWindow',
    replace: '',
  },
  {
    rule: 'LCN8',
    file: 'builtin/locations/resource.ts',
    find: '(\\/[\\x21-\\x7e]*)?$/',
    replace: '/',
  },
]
