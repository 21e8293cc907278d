import type { Mutant } from './mutant.ts'

const check = 'builtin/auth/server/check-password.ts'
const foreign = 'builtin/auth/server/foreign-hash.ts'
const hashing = 'builtin/auth/server/password-hashing.ts'
const credentials = 'builtin/auth/server/credential-queries.ts'
const people = 'builtin/users/server/import-people.ts'
const run = 'builtin/importers/server/run'
const systems = 'builtin/importers/server/systems'
const adopt = 'builtin/servers/server/import-server.ts'

/** Rules of moving in from another dashboard. */
export const importerMutants: readonly Mutant[] = [
  { rule: 'AUT47', file: check, find: 'isForeign(stored.hash))', replace: 'isForeign(password))' },
  {
    rule: 'AUT47',
    file: credentials,
    find: 'and(eq(credential.userId, user), eq(credential.passwordHash, before))',
    replace: 'eq(credential.userId, user)',
  },
  {
    rule: 'AUT47',
    file: 'builtin/auth/contract/foreign-password.ts',
    find: '(0[4-9]|1[0-3])',
    replace: '([0-3][0-9])',
  },
  { rule: 'AUT47', file: foreign, find: 'return matches && stored', replace: 'return stored' },
  { rule: 'AUT48', file: foreign, find: 'cost < most; cost++', replace: 'cost < 0; cost++' },
  { rule: 'AUT48', file: hashing, find: 'if (foreignCost === null)', replace: 'if (foreign === null)' },
  { rule: 'USR36', file: people, find: '...person,', replace: '...person, createdAt: clock.now(),' },
  {
    rule: 'USR36',
    file: people,
    find: '(texts: readonly string[]) => texts.map((text) => text.toLowerCase())',
    replace: '(texts: readonly string[]) => texts',
  },
  {
    rule: 'IMP1',
    file: `${run}/import-people.ts`,
    find: 'createdAt: notFuture(person.createdAt)',
    replace: 'createdAt: now',
  },
  {
    rule: 'IMP1',
    file: `${run}/import-people.ts`,
    find: 'person.banned === false',
    replace: 'person.banned !== null',
  },
  {
    rule: 'IMP2',
    file: `${run}/import-context.ts`,
    find: '  dryRun\n    ? work',
    replace: '  dryRun && uses === null\n    ? work',
  },
  {
    rule: 'IMP3',
    file: `${run}/import-people.ts`,
    find: "await saveRecords(\n    tx,\n    context,\n    'person',\n    made",
    replace: "await saveRecords(\n    tx,\n    context,\n    'person',\n    made.slice(1)",
  },
  { rule: 'IMP4', file: `${run}/import-people.ts`, find: 'const BATCH = 250', replace: 'const BATCH = 2500' },
  {
    rule: 'IMP5',
    file: `${run}/import-people.ts`,
    find: 'kind.skip(reason, person.id)',
    replace: 'void reason',
  },
  {
    rule: 'IMP6',
    file: `${run}/import-people.ts`,
    find: 'coins.given(opening.coins, opening.rest)',
    replace: 'coins.given(opening.coins, 0n)',
  },
  { rule: 'IMP6', file: `${systems}/ctrlpanel.ts`, find: "type.startsWith('bigint') ? 3 : 0", replace: '3' },
  {
    rule: 'IMP7',
    file: `${run}/import-people.ts`,
    find: '? [{ user, hash: passwordHash }]',
    replace: '? []',
  },
  {
    rule: 'IMP8',
    file: `${run}/import-servers.ts`,
    find: '(panelId === null ? null : byId.get(panelId)) ??',
    replace: 'null ??',
  },
  {
    rule: 'IMP8',
    file: `${run}/import-servers.ts`,
    find: 'banned: banned.has(owner)',
    replace: 'banned: false',
  },
  {
    rule: 'IMP9',
    file: `${run}/import-servers.ts`,
    find: 'if (!panel) return { reason: reasons.panel }',
    replace: 'if (!panel) return { reason: reasons.missing }',
  },
  {
    rule: 'IMP10',
    file: `${run}/import-tickets.ts`,
    find: 'staff: each.author !== ticket.owner',
    replace: 'staff: false',
  },
  { rule: 'IMP11', file: `${systems}/ctrlpanel.ts`, find: 'all - used.length', replace: 'all' },
  {
    rule: 'SRV75',
    file: adopt,
    find: "if (!egg) return 'no-egg'",
    replace: "if (!egg) return 'no-location'",
  },
  { rule: 'SRV75', file: adopt, find: 'found.suspended && !banned', replace: 'found.suspended' },
  {
    rule: 'TIC50',
    file: 'builtin/tickets/server/import-tickets.ts',
    find: 'staff: staff || author === null',
    replace: 'staff: true',
  },
  {
    rule: 'RDM13',
    file: 'builtin/redeem-codes/server/import-code.ts',
    find: 'if (await lockCode(tx, code.code)) return null',
    replace: 'await lockCode(tx, code.code)',
  },
  {
    rule: 'IMP12',
    file: 'builtin/importers/server/source/mysql-source.ts',
    find: 'start transaction with consistent snapshot, read only',
    replace: 'start transaction with consistent snapshot',
  },
  {
    rule: 'IMP13',
    file: `${run}/import-people.ts`,
    find: 'else if (!isId(person.id)) refuse(person, reasons.id)',
    replace: '',
  },
  {
    rule: 'IMP13',
    file: `${run}/amount.ts`,
    find: 'text.length > LONGEST',
    replace: 'text === String(LONGEST)',
  },
  {
    rule: 'IMP13',
    file: 'builtin/importers/server/source/sql-lexer.ts',
    find: 'if (at + 1 === bytes.length && !isLast) return -1',
    replace: '',
  },
  {
    rule: 'IMP14',
    file: `${systems}/paymenter.ts`,
    find: 'byPerson: all.get(chosen ??',
    replace: 'byPerson: all.get(wanted ??',
  },
  {
    rule: 'IMP14',
    file: `${systems}/paymenter.ts`,
    find: "new Set<string | null>(['active', 'suspended'])",
    replace: "new Set<string | null>(['active', 'cancelled'])",
  },
  {
    rule: 'IMP15',
    file: `${systems}/mythicaldash.ts`,
    find: "row['deleted'] !== 'true'",
    replace: "row['deleted'] !== 'yes'",
  },
  {
    rule: 'IMP15',
    file: `${systems}/mythicaldash-two.ts`,
    find: "ids.set(textOf(row, 'api_key') ?? '', person.id)",
    replace: 'ids.set(person.id, person.id)',
  },
  { rule: 'IMP16', file: `${run}/panel-people.ts`, find: 'email: user.email', replace: 'email: null' },
  {
    rule: 'IMP16',
    file: `${systems}/heliactyl.ts`,
    find: 'owners.get(server.userId)',
    replace: 'owners.get(server.id)',
  },
  { rule: 'IMP16', file: `${systems}/heliactyl.ts`, find: 'credits + staked', replace: 'credits' },
  { rule: 'IMP16', file: `${systems}/heliactyl.ts`, find: 'banned && !isOver', replace: 'banned' },
  {
    rule: 'IMP17',
    file: `${run}/link-panel-accounts.ts`,
    find: `  if (account.externalId === user) return 'before'\n`,
    replace: '',
  },
  {
    rule: 'IMP17',
    file: `${run}/link-panel-accounts.ts`,
    find: `  if (dryRun) return account.admin ? 'admin' : 'linked'\n`,
    replace: '',
  },
  {
    rule: 'IMP17',
    file: 'builtin/panel-accounts/server/account-links.ts',
    find: `    if (holder && holder.id !== user) return 'taken'\n`,
    replace: '',
  },
  {
    rule: 'IMP17',
    file: 'builtin/panel-accounts/server/account-links.ts',
    find: `    if (account.admin) return 'admin'\n`,
    replace: '',
  },
  {
    rule: 'IMP18',
    file: `${run}/merge-existing.ts`,
    find: "merges === 'verified' && account.verifiedAt === null",
    replace: "merges === 'verified' && account.email === ''",
  },
  {
    rule: 'IMP18',
    file: `${run}/merge-existing.ts`,
    find: 'account.bannedReason !== null',
    replace: "account.email === ''",
  },
  {
    rule: 'IMP18',
    file: `${run}/merge-existing.ts`,
    find: 'person.banned !== false',
    replace: "person.id === ''",
  },
  {
    rule: 'IMP18',
    file: `${run}/merge-existing.ts`,
    find: 'held.has(account.id)',
    replace: "held.has('')",
  },
  {
    rule: 'IMP18',
    file: `${run}/merge-existing.ts`,
    find: "merges === 'none' ? null : await",
    replace: 'await',
  },
  {
    rule: 'IMP18',
    file: `${run}/merge-existing.ts`,
    find: "  if (outcome === 'posted') return opening",
    replace: '  if (outcome) return opening',
  },
  {
    rule: 'IMP18',
    file: `${run}/merge-existing.ts`,
    find: '  context.people.set(merge.id, merge.user)\n',
    replace: '',
  },
  {
    rule: 'IMP18',
    file: `${run}/merge-existing.ts`,
    find: 'return after > MOST_COINS ?',
    replace: 'return after < 0n ?',
  },
  {
    rule: 'IMP20',
    file: 'builtin/servers/server/import-server.ts',
    find: 'Math.max(now[key], Math.min(wanted, MOST_LIMIT))',
    replace: 'inAll[key] ?? now[key]',
  },
  {
    rule: 'IMP20',
    file: `${systems}/heliactyl.ts`,
    find: 'return { extra: {',
    replace: 'return { inAll: {',
  },
  {
    rule: 'IMP20',
    file: `${systems}/ctrlpanel.ts`,
    find: "slots: readLimit(row['server_limit'])",
    replace: 'slots: 0',
  },
  {
    rule: 'IMP20',
    file: `${run}/import-people.ts`,
    find: '      if (write) await raiseLimits(context, write, merges)\n',
    replace: '',
  },
  {
    rule: 'IMP19',
    file: `${systems}/ctrlpanel.ts`,
    find: "await leftOut.count('user_referrals', REFERRALS_LEFT_OUT)",
    replace: '',
  },
  {
    rule: 'IMP19',
    file: `${systems}/paymenter.ts`,
    find: "await leftOut.count('ticket_message_attachments', FILES_LEFT_OUT)",
    replace: '',
  },
  {
    rule: 'IMP19',
    file: `${systems}/mythicaldash-two.ts`,
    find: 'FILES_LEFT_OUT, hasFile)',
    replace: 'FILES_LEFT_OUT)',
  },
  {
    rule: 'COI42',
    file: 'builtin/coins/server/create-ledger.ts',
    find: 'if (posted !== openings.balances.length)',
    replace: 'if (posted > openings.balances.length)',
  },
  {
    rule: 'COI42',
    file: 'builtin/coins/server/post-transfer.ts',
    find: "where p.outcome = 'posted'`",
    replace: 'where p.outcome is not null`',
  },
]
