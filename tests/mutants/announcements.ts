import type { Mutant } from './mutant.ts'

const queries = 'builtin/announcements/server/feed-queries.ts'
const serving = 'builtin/announcements/server/serve-announcements.ts'
const form = 'builtin/announcements/browser/announcement-form.tsx'

/** News of the host. */
export const announcementMutants: readonly Mutant[] = [
  {
    rule: 'ANN20',
    file: 'kernel/browser/shell/sidebar.tsx',
    find: 'label={entry.badgeLabel}',
    replace: 'label=""',
    noticedBy: 'kernel/browser/shell/panel-look-frame.test.tsx',
  },
  {
    rule: 'ANN20',
    file: 'builtin/announcements/manifest.ts',
    find: "        badgeLabel: '%feed.unreadCount%',\n",
    replace: '',
  },
  { rule: 'ANN1', file: queries, find: 'when ${announcement.pinned} then 1', replace: 'when false then 1' },
  { rule: 'ANN2', file: queries, find: '    eq(announcement.draft, false),\n', replace: '' },
  { rule: 'ANN3', file: queries, find: '    lte(announcement.publishAt, now),\n', replace: '' },
  {
    rule: 'ANN3',
    file: queries,
    find: 'or(isNull(announcement.expiresAt), gt(announcement.expiresAt, now))',
    replace: 'isNull(reading.dismissedAt)',
  },
  { rule: 'ANN4', file: queries, find: ', eq(announcement.roleId, role)', replace: '' },
  {
    rule: 'ANN4',
    file: serving,
    find: 'role: roleId !== null',
    replace: 'role: true',
  },
  {
    rule: 'ANN5',
    file: queries,
    find: '          sql`jsonb_exists_any(${announcement.locationIds}, array[${sql.join(ids, sql`, `)}]::text[])`,\n',
    replace: '',
  },
  { rule: 'ANN6', file: queries, find: ', eq(reading.person, id))', replace: ')' },
  {
    rule: 'ANN7',
    file: queries,
    find: ' and ${gte(announcement.publishAt, since.toISOString())}',
    replace: ' and ${gte(announcement.publishAt, new Date(since.getTime() - 1e12).toISOString())}',
  },
  { rule: 'ANN8', file: queries, find: '        isNull(reading.dismissedAt),\n', replace: '' },
  { rule: 'ANN8', file: queries, find: 'eq(announcement.pinned, true), isUnread', replace: 'isUnread' },
  { rule: 'ANN9', file: queries, find: 'page.tag.toLowerCase()', replace: 'page.tag' },
  {
    rule: 'ANN9',
    file: 'builtin/announcements/contract/schemas.ts',
    find: "tag !== '' && isFirst(tag, at)",
    replace: "tag !== ''",
  },
  {
    rule: 'ANN10',
    file: serving,
    find: 'wanted.publishAt ?? (draft',
    replace: 'values.publishAt ?? (draft',
  },
  {
    rule: 'ANN11',
    file: 'builtin/announcements/server/index.ts',
    find: 'listeners: [forgetUser],',
    replace: 'listeners: [],',
  },
  {
    rule: 'ANN12',
    file: 'sdk/ui/markdown-text.tsx',
    find: 'const parts = { a: Anchor, img: Picture }',
    replace: 'const parts = { a: Anchor }',
  },
  {
    rule: 'ANN13',
    file: 'builtin/announcements/browser/one-announcement.tsx',
    find: 'item?.unread === true',
    replace: 'item?.unread === false',
  },
  { rule: 'ANN14', file: form, find: "if (draft === true) return 'form.saveDraft'\n", replace: '' },
  {
    rule: 'ANN15',
    file: 'builtin/announcements/server/handle-incidents.ts',
    find: "before !== 'resolved' || next === 'resolved'",
    replace: "before !== 'resolved' || next !== before",
  },
  { rule: 'ANN15', file: serving, find: "before?.status ?? 'investigating'", replace: "'investigating'" },
  { rule: 'ANN16', file: queries, find: 'or(isOpenIncident, eq', replace: 'or(eq' },
  { rule: 'ANN16', file: queries, find: 'case when ${isOpenIncident} then 2 when', replace: 'case when' },
  {
    rule: 'ANN16',
    file: 'builtin/announcements/browser/headline-card.tsx',
    find: 'count: servers',
    replace: 'count: 1',
  },
  {
    rule: 'ANN17',
    file: 'builtin/announcements/server/incident-queries.ts',
    find: '  await tx.delete(reading).where(eq(reading.announcement, id))\n',
    replace: '  await tx.select().from(reading).where(eq(reading.announcement, id))\n',
  },
  {
    rule: 'ANN18',
    file: 'builtin/announcements/server/handle-feed.ts',
    find: 'item.incident ? await',
    replace: 'item.unread && item.pinned ? await',
  },
  {
    rule: 'ANN19',
    file: 'builtin/announcements/server/announce.ts',
    find: 'if (!isUpdate && now.getTime()',
    replace: 'if (isUpdate && now.getTime()',
  },
  {
    rule: 'ANN19',
    file: 'builtin/announcements/server/announce.ts',
    find: "if (audience === 'role') return listHolders(services, db, roleId)",
    replace: "if (audience === 'role') return 'everyone' as const",
  },
]
