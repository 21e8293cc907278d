import type { Mutant } from './mutant.ts'

const manifest = 'builtin/image-reports/manifest.ts'
const server = 'builtin/image-reports/server'
const queries = `${server}/report-queries.ts`
const decide = `${server}/decide-report.ts`
const page = `${server}/report-page.ts`
const notices = `${server}/save-notice.ts`
const hosting = 'builtin/image-hosting/server'

const moved = (rule: string, path: string): Mutant => ({
  rule,
  file: manifest,
  find: `path: '${path}',`,
  replace: `path: '${path}-elsewhere',`,
})

/** Reports of hosted images. */
export const imageReportMutants: readonly Mutant[] = [
  {
    rule: 'REP17',
    file: 'builtin/image-reports/server/flag-alike.ts',
    find: 'if (!removed || (await wasHashKept(tx, picture.hash))) return',
    replace: 'if (!removed) return',
  },
  {
    rule: 'REP17',
    file: 'builtin/image-reports/server/flag-alike.ts',
    find: 'image_reports_hide_after > 0',
    replace: 'image_reports_hide_after >= 0',
  },
  {
    rule: 'REP17',
    file: 'builtin/image-reports/server/report-queries.ts',
    find: 'isAlike(row.likeness, likeness))?.report ?? null',
    replace: 'isAlike(row.likeness, row.likeness))?.report ?? null',
  },
  {
    rule: 'REP17',
    file: 'builtin/image-reports/server/notify-people.ts',
    find: 'row.alike === null || row.notices > 0',
    replace: 'row.notices >= 0',
  },
  {
    rule: 'REP17',
    file: 'builtin/image-hosting/server/upload-image.ts',
    find: 'row.withheld === null ? await payForImage(services, tx, { ...image, name }) : 0',
    replace: 'await payForImage(services, tx, { ...image, name })',
  },
  moved('SCR91', '/mc-admin/image-reports'),
  moved('SCR92', '/mc-admin/image-reports/:id/edit'),
  {
    rule: 'SCR93',
    file: manifest,
    find: '/mc-admin/image-reports/:id/edit',
    replace: '/mc-admin/image-reports/:id/delete',
  },
  {
    rule: 'PER25',
    file: manifest,
    find: 'value: `admin.image.reports.${action}`',
    replace: 'value: `admin.reports.${action}`',
  },
  {
    rule: 'GRD25',
    file: manifest,
    find: `permission: 'admin.image.reports.view',\n        module: 'list-page'`,
    replace: `permission: 'admin.settings.view',\n        module: 'list-page'`,
  },
  {
    rule: 'GRD26',
    file: manifest,
    find: `permission: 'admin.image.reports.edit'`,
    replace: `permission: 'admin.settings.view'`,
  },
  { rule: 'REP1', file: page, find: `  faith: z.literal('yes'),`, replace: `  faith: z.string(),` },
  {
    rule: 'REP1',
    file: page,
    find: `escapeText(typed[name] ?? '')`,
    replace: `String(typed[name] ?? '')`,
  },
  {
    rule: 'REP2',
    file: notices,
    find: `    await writeReporter(services, tx, added, { kind: 'receipt', image })\n`,
    replace: '',
  },
  {
    rule: 'REP3',
    file: queries,
    find: '.onConflictDoNothing({ target: [notice.reportId, notice.reporter] })',
    replace: '',
  },
  {
    rule: 'REP3',
    file: queries,
    find: '.set({ notices: sql`${report.notices} + 1` })',
    replace: '.set({ notices: 1 })',
  },
  {
    rule: 'REP4',
    file: notices,
    find: 'if (!(await limits.take(`image-reports:${network}`, perNetwork))) return null',
    replace: '',
  },
  {
    rule: 'REP4',
    file: notices,
    find: "const address = given.email?.toLowerCase() ?? ''",
    replace: "const address = ''",
  },
  { rule: 'REP5', file: notices, find: 'most === 0 || ', replace: '' },
  { rule: 'REP5', file: notices, find: ' || (await wasKept(tx, row.image))', replace: '' },
  {
    rule: 'REP5',
    file: queries,
    find: "having count(*) filter (where r.status = 'dismissed' and r.answer is null) >= 2",
    replace: "having count(*) filter (where r.status = 'dismissed' and r.answer is null) >= 20",
  },
  {
    rule: 'IMG13',
    file: `${hosting}/handle-images.ts`,
    find: 'rows.filter(({ withheld }) => withheld === null)',
    replace: 'rows',
  },
  {
    rule: 'REP6',
    file: `${server}/picture-route.ts`,
    find: "permission: 'admin.image.reports.view',",
    replace: "permission: 'user.permission.vip',",
  },
  {
    rule: 'REP6',
    file: `${server}/handle-reports.ts`,
    find: '.where(and(past, where))',
    replace: '.where(past)',
  },
  {
    rule: 'REP7',
    file: decide,
    find: '  await insertBlock(tx, row, { likeness: picture?.likeness ?? null, createdAt: clock.now() })\n',
    replace: '',
  },
  {
    rule: 'REP7',
    file: decide,
    find: "  if (row.owner === actor.id) throw fail('IMAGE_REPORTS_OWN')\n",
    replace: '',
  },
  {
    rule: 'REP7',
    file: decide,
    find: "  if (!step.fits(row)) throw fail('IMAGE_REPORTS_DECIDED')\n",
    replace: '',
  },
  { rule: 'REP7', file: queries, find: `eq(report.id, id)).for('update')`, replace: 'eq(report.id, id))' },
  {
    rule: 'REP8',
    file: decide,
    find: "  await writeReporters(call, tx, row, 'reportDismissed')\n",
    replace: '',
  },
  {
    rule: 'REP8',
    file: decide,
    find: '    await show(call, tx, row, true)\n    await notifyOwner',
    replace: '    await notifyOwner',
  },
  {
    rule: 'REP9',
    file: `${server}/handle-own.ts`,
    find: 'row?.owner !== actor.id || row.status',
    replace: 'row?.status',
  },
  {
    rule: 'REP9',
    file: queries,
    find: '        isNull(report.appeal),\n        sql',
    replace: '        sql',
  },
  { rule: 'REP10', file: decide, find: '  await deleteBlock(tx, row.hash)\n', replace: '' },
  {
    rule: 'REP10',
    file: decide,
    find: "answer: 'upheld' as const",
    replace: "answer: 'restored' as const",
  },
  {
    rule: 'REP11',
    file: queries,
    find: '        or(isNull(report.appeal), isNotNull(report.answer)),\n',
    replace: '',
  },
  {
    rule: 'REP12',
    file: queries,
    find: `.where(and(eq(report.id, id), eq(report.status, 'dismissed')))\n    .returning()`,
    replace: '.where(eq(report.id, id))\n    .returning()',
  },
  {
    rule: 'REP12',
    file: decide,
    find: "action: 'image-reports:restored'",
    replace: "action: 'image-reports:kept'",
  },
  {
    rule: 'REP13',
    file: `${server}/read-numbers.ts`,
    find: "case when ground is null then 'kept' else 'removed' end",
    replace: "case when status = 'dismissed' then 'kept' else 'removed' end",
  },
  {
    rule: 'REP14',
    file: queries,
    find: '.set({ owner: null, title: sql`${report.image}`',
    replace: '.set({ owner: null',
  },
  {
    rule: 'REP16',
    file: decide,
    find: '  if (!hosting) await pictures.hide(tx, [row.pictureId], !shown)\n',
    replace: '',
  },
  {
    rule: 'REP15',
    file: 'builtin/image-reports/browser/edit-page.tsx',
    find: 'useState(false)',
    replace: 'useState(true)',
  },
  {
    rule: 'REP15',
    file: 'sdk/browser/use-single-keys.ts',
    find: ' || isTyping(target)',
    replace: '',
  },
]
