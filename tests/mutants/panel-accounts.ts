import type { Mutant } from './mutant.ts'

const server = 'builtin/panel-accounts/server'

/** Accounts of the game panel that people link to theirs. */
export const panelAccountMutants: readonly Mutant[] = [
  {
    rule: 'PNA1',
    file: `${server}/own-account.ts`,
    find: '    await dropCode(uses.db.orm, actor.id)\n',
    replace: '',
  },
  {
    rule: 'PNA2',
    file: `${server}/own-account.ts`,
    find: '      !(await uses.limits.take(`panel-accounts:by:${actor.id}`, mostByPerson)) ||\n',
    replace: '',
  },
  {
    rule: 'PNA2',
    file: `${server}/own-account.ts`,
    find: '      !(await uses.limits.take(`panel-accounts:to:${email.toLowerCase()}`, mostToAddress))',
    replace: '      false',
  },
  {
    rule: 'PNA2',
    file: `${server}/own-account.ts`,
    find: `const own = state === 'linked' ? account : null`,
    replace: 'const own = account',
  },
  { rule: 'PNA3', file: `${server}/link-codes.ts`, find: ', lt(linkCode.tries, mostTries))', replace: ')' },
  {
    rule: 'PNA3',
    file: `${server}/link-codes.ts`,
    find: ', gt(linkCode.expiresAt, now)',
    replace: '',
  },
  {
    rule: 'PNA4',
    file: `${server}/account-of-user.ts`,
    find: '  await requireReauthentication(uses.sessions, actor)\n',
    replace: '',
  },
  {
    rule: 'PNA4',
    file: `${server}/account-of-user.ts`,
    find: `  if (!theirs.every((permission) => holds(actor.permissions, permission)))\n    throw refuse('PANEL_ACCOUNTS_EXCEEDS_OWN')\n`,
    replace: '  void theirs\n',
  },
  {
    rule: 'PNA5',
    file: `${server}/account-links.ts`,
    find: `  if (await findHolder(uses.users, account)) return 'PANEL_ACCOUNTS_TAKEN'\n`,
    replace: '',
  },
  {
    rule: 'PNA5',
    file: `${server}/account-links.ts`,
    find: `  if (await panel.findUser({ externalId: user })) return 'PANEL_ACCOUNTS_LINKED'\n`,
    replace: '',
  },
  {
    rule: 'PNA6',
    file: `${server}/account-links.ts`,
    find: `return account.admin && !mayLinkAdmins ? 'PANEL_ACCOUNTS_ADMIN' : null`,
    replace: 'return null',
  },
  {
    rule: 'PNA8',
    file: `${server}/forget-account.ts`,
    find: `  if (account.admin) return note(uses, 'panel-accounts:kept', user, account)\n`,
    replace: '',
  },
  {
    rule: 'PNA8',
    file: `${server}/forget-account.ts`,
    find: 'if (refusals < mostRefusals) return later',
    replace: 'if (refusals < 0) return later',
  },
  {
    rule: 'PNA8',
    file: `${server}/forget-account.ts`,
    find: 'panel.findUser({ externalId: payload.user })',
    replace: 'panel.findUser({})',
  },
  {
    rule: 'PNA9',
    file: `${server}/forget-account.ts`,
    find: '!person || account.admin || ',
    replace: '!person || ',
  },
  {
    rule: 'PNA9',
    file: 'builtin/users/server/update-user.ts',
    find: '    if (after.email !== before.email) await uses.events.emit(tx, userEmailChanged, { id: after.id })\n',
    replace: '',
    noticedBy: 'builtin/panel-accounts/forget-account.test.ts',
  },
  {
    rule: 'PNA7',
    file: `${server}/own-account.ts`,
    find: ` || uses.panel.mode() !== 'connected') return nothing`,
    replace: ') return nothing',
  },
]
