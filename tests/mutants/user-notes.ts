import type { Mutant } from './mutant.ts'

const server = 'builtin/user-notes/server/index.ts'

/** Notes of staff about users. */
export const userNoteMutants: readonly Mutant[] = [
  {
    rule: 'UNO1',
    file: 'builtin/user-notes/contract/index.ts',
    find: `summary: 'Note something about a user, for staff only',
  access: { permission: 'admin.users.edit' },`,
    replace: `summary: 'Note something about a user, for staff only',
  access: { permission: 'admin.users.list' },`,
  },
  {
    rule: 'UNO2',
    file: server,
    find: `if (found.author !== actor.id && !actor.can(ROOT_PERMISSION)) throw fail('USER_NOTES_NOT_YOURS')`,
    replace: '',
  },
  {
    rule: 'UNO2',
    file: server,
    find: `const isIt = and(eq(note.id, BigInt(params.note)), eq(note.userId, params.user))`,
    replace: `const isIt = eq(note.id, BigInt(params.note))`,
  },
  { rule: 'UNO3', file: server, find: 'listeners: [forgetUser],', replace: 'listeners: [],' },
]
