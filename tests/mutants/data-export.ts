import type { Mutant } from './mutant.ts'

const server = 'builtin/data-export/server'

/** The export of everything as JSON Lines. */
export const dataExportMutants: readonly Mutant[] = [
  {
    rule: 'EXP1',
    file: `${server}/read-rows.ts`,
    find: 'past = rows.length < ROWS_AT_ONCE ? null : endOf(kind, rows)',
    replace: 'past = null',
    noticedBy: 'builtin/data-export/data-export.test.ts',
  },
  {
    rule: 'EXP1',
    file: `${server}/run-export.ts`,
    find: 'product: instance.version',
    replace: "product: ''",
  },
  {
    rule: 'EXP1',
    file: 'builtin/tickets/server/export.ts',
    find: 'where ${attachment.messageId} = ${message.id})',
    replace: 'where false)',
  },
  {
    rule: 'EXP2',
    file: 'builtin/coins/server/export.ts',
    find: 'amountOfUsers: sql`sum(${entry.amount}) filter (where ${ofPeople})`',
    replace: 'amountOfUsers: sql`sum(${entry.amount})`',
  },
  {
    rule: 'EXP2',
    file: `${server}/read-rows.ts`,
    find: 'coalesce(${sum}, 0)::text',
    replace: '0::text',
  },
  {
    rule: 'EXP3',
    file: 'builtin/users/server/export.ts',
    find: '      bannedReason: exported',
    replace: '      pin: exported(account.supportPinSealed),\n      bannedReason: exported',
  },
  {
    rule: 'EXP3',
    file: 'builtin/webhooks/server/served-webhooks.ts',
    find: "omit: ['address']",
    replace: 'omit: []',
  },
  {
    rule: 'EXP3',
    file: 'sdk/server/export-sources.ts',
    find: '.filter(([name]) => !omitted.includes(name))',
    replace: '',
  },
  {
    rule: 'EXP3',
    file: `${server}/added-tables.ts`,
    find: 'plain && !isSecretName(name)',
    replace: 'plain',
  },
  {
    rule: 'EXP4',
    file: `${server}/read-rows.ts`,
    find: 'limit ${ROWS_AT_ONCE}`',
    replace: 'limit 5000`',
  },
  {
    rule: 'EXP4',
    file: `${server}/read-rows.ts`,
    find: '(${key}) > (',
    replace: '(${key}) >= (',
  },
  {
    rule: 'EXP5',
    file: `${server}/run-export.ts`,
    find: "isolationLevel: 'repeatable read', ",
    replace: '',
  },
  {
    rule: 'EXP6',
    file: `${server}/write-folder.ts`,
    find: "open(file, 'wx', 0o600)",
    replace: "open(file, 'wx', 0o644)",
  },
  {
    rule: 'EXP6',
    file: `${server}/write-folder.ts`,
    find: 'mode: 0o700',
    replace: 'mode: 0o755',
  },
  {
    rule: 'EXP6',
    file: `${server}/write-folder.ts`,
    find: 'if (existsSync(folder)) throw new ExportError(`${folder} exists already.',
    replace: 'if (folder === null) throw new ExportError(`${folder} exists already.',
  },
  {
    rule: 'EXP7',
    file: `${server}/write-folder.ts`,
    find: '    await rm(partial, { recursive: true, force: true })\n',
    replace: '',
  },
  {
    rule: 'EXP7',
    file: `${server}/write-folder.ts`,
    find: 'const partial = `${folder}.partial`',
    replace: 'const partial = folder',
  },
  {
    rule: 'EXP8',
    file: `${server}/run-export.ts`,
    find: "by: 'command line', ",
    replace: '',
  },
  {
    rule: 'EXP9',
    file: `${server}/run-export.ts`,
    find: 'if (unknown !== undefined)',
    replace: 'if (unknown === null)',
  },
  {
    rule: 'EXP10',
    file: 'builtin/store/server/export.ts',
    find: '      quantity: exported(purchase.quantity),\n',
    replace: '',
  },
  {
    rule: 'EXP10',
    file: 'sdk/server/export-sources.ts',
    find: "return kind === 'integer'",
    replace: "return kind === 'uuid'",
  },
  {
    rule: 'EXP11',
    file: `${server}/added-tables.ts`,
    find: "t.typnamespace = 'pg_catalog'::regnamespace",
    replace: 'true',
  },
  {
    rule: 'EXP11',
    file: `${server}/run-export.ts`,
    find: '  ...(await findAddedKinds(tx, await uses.plugins.list())),\n',
    replace: '',
  },
  {
    rule: 'EXP12',
    file: 'builtin/avatars/server/index.ts',
    find: 'avatarsExport, removedKind',
    replace: 'removedKind',
  },
]
