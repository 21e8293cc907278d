import type { Mutant } from './mutant.ts'

const queries = 'builtin/notifications/server/notification-queries.ts'
const service = 'builtin/notifications/server/create-notifications.ts'
const calls = 'builtin/notifications/server/handle-calls.ts'
const inboxKeys = 'builtin/notifications/browser/use-inbox-keys.ts'
const entry = 'builtin/notifications/browser/notification-entry.tsx'

/** Notifications of what happened. */
export const notificationMutants: readonly Mutant[] = [
  {
    rule: 'NOT1',
    file: service,
    find: 'saveNotifications(tx, users',
    replace: 'saveNotifications(uses.db.orm, users',
  },
  { rule: 'NOT2', file: queries, find: '${link ?? null}, ${key ?? null}', replace: '${link ?? null}, null' },
  { rule: 'NOT3', file: queries, find: ' and p.in_app = false', replace: ' and p.in_app' },
  {
    rule: 'NOT3',
    file: service,
    find: '    if (!(choices.get(id) ?? kind.emailsByDefault)) continue\n',
    replace: '',
  },
  {
    rule: 'NOT4',
    file: service,
    find: 'return choices.get(user) ?? kind.emailsByDefault',
    replace: 'return kind.emailsByDefault',
  },
  {
    rule: 'NOT5',
    file: queries,
    find: '.where(and(eq(own, id), eq(notification.person, person)))',
    replace: '.where(eq(own, id))',
  },
  {
    rule: 'NOT5',
    file: queries,
    find: 'return and(isNull(doneAt), show',
    replace: 'return and(show',
  },
  { rule: 'NOT6', file: queries, find: '    .limit(MOST_COUNTED)\n', replace: '' },
  {
    rule: 'NOT7',
    file: queries,
    find: 'where banned_at is null and deleted_at',
    replace: 'where deleted_at',
  },
  {
    rule: 'NOT8',
    file: 'builtin/notifications/server/migrations/0001_notification.sql',
    find: ' and char_length(link) <= 500)',
    replace: ' or char_length(link) <= 500)',
  },
  { rule: 'NOT9', file: queries, find: 'or(lt(notification.doneAt, done), lt', replace: 'or(lt' },
  { rule: 'NOT9', file: queries, find: 'isNull(notification.savedAt), ', replace: '' },
  {
    rule: 'NOT9',
    file: 'builtin/notifications/server/index.ts',
    find: 'listeners: [forgetUser, dropSealed],',
    replace: 'listeners: [dropSealed],',
  },
  { rule: 'NOT10', file: entry, find: '    if (!read) mark(id, { read: true })\n', replace: '' },
  { rule: 'NOT18', file: queries, find: 'return isNotNull(savedAt)', replace: 'return isNotNull(doneAt)' },
  {
    rule: 'NOT19',
    file: queries,
    find: "show === 'inbox' ? lte(surfacedAt, now) : gt(surfacedAt, now)",
    replace: "show === 'inbox' ? undefined : gt(surfacedAt, now)",
  },
  {
    rule: 'NOT19',
    file: queries,
    find: 'isUnread, isNull(doneAt), lte(surfacedAt, now)',
    replace: 'isUnread, isNull(doneAt)',
  },
  {
    rule: 'NOT19',
    file: queries,
    find: ' or ${notification.readAt} < ${notification.surfacedAt}',
    replace: '',
  },
  {
    rule: 'NOT19',
    file: queries,
    find: '(snoozedUntil ?? sql`${createdAt}`)',
    replace: '(snoozedUntil ?? at)',
  },
  { rule: 'NOT19', file: calls, find: 'wait <= 0 || ', replace: '' },
  { rule: 'NOT19', file: calls, find: ' || wait > SNOOZE_DAYS * DAY_MS', replace: '' },
  { rule: 'NOT20', file: inboxKeys, find: 'useSingleKeys(isShown ? actions : {}, list)', replace: '' },
  { rule: 'NOT20', file: inboxKeys, find: '      leave()\n', replace: '' },
  {
    rule: 'NOT20',
    file: 'sdk/browser/use-single-keys.ts',
    find: ' || !host.uiSettings.getState().singleKeyShortcuts',
    replace: '',
  },
  { rule: 'NOT21', file: queries, find: '        gte(notification.createdAt, since),\n', replace: '' },
  { rule: 'NOT11', file: calls, find: 'if (!kind || (email', replace: 'if (kind && (email' },
]
