import type { Mutant } from './mutant.ts'

const audit = 'kernel/server/services/audit.ts'
const seal = 'kernel/server/services/audit-seal.ts'
const commands = 'builtin/auth/server/admin-commands.ts'
const testEmail = 'builtin/mail/server/handle-emails.ts'
const sessionsCard = 'builtin/account/browser/sessions-card.tsx'

/** Rules of those who run the product: the audit log, start and stop, recovery, email, packages, sessions. */
export const operationMutants: readonly Mutant[] = [
  { rule: 'KRN29', file: audit, find: 'attempts = attempts + 1', replace: 'attempts = attempts' },
  { rule: 'KRN29', file: audit, find: "interval '30 days'", replace: "interval '300 days'" },
  {
    rule: 'KRN30',
    file: audit,
    find: 'set before = null, after = null, ip = null where target',
    replace: 'set ip = null where target',
  },
  { rule: 'KRN30', file: audit, find: 'set ip = null where actor', replace: 'set ip = ip where actor' },
  {
    rule: 'KRN31',
    file: seal,
    find: 'JSON.stringify([id, ...values])',
    replace: 'JSON.stringify([id, values.length])',
  },
  {
    rule: 'KRN31',
    file: seal,
    find: 'JSON.stringify([last, id, ...facts, valuesHash])',
    replace: 'JSON.stringify([last, id, facts.length, valuesHash])',
  },
  {
    rule: 'KRN31',
    file: 'kernel/cli/admin.ts',
    find: 'before it are intact.`,\n    )\n    process.exitCode = 1',
    replace: 'before it are intact.`,\n    )',
  },
  {
    rule: 'OPS8',
    file: 'kernel/cli/wait-for-service.ts',
    find: 'Waiting for it, ${seconds} seconds at most.',
    replace: 'Waiting for it.',
  },
  {
    rule: 'OPS9',
    file: 'kernel/server/http/dispatcher.ts',
    find: "if (draining) response.setHeader('connection', 'close')",
    replace: '',
  },
  {
    rule: 'OPS9',
    file: 'kernel/cli/run-product.ts',
    find: 'process.exit(128 + constants.signals[signal])',
    replace: "process.kill(process.pid, 'SIGKILL')",
  },
  { rule: 'OPS9', file: 'kernel/server/stop-signals.ts', find: ", 'SIGHUP'", replace: '' },
  { rule: 'OPS9', file: 'kernel/cli/admin.ts', find: 'stopOnSignals()\ntry', replace: 'try' },
  {
    rule: 'PLM20',
    file: 'builtin/plugin-manager/browser/package-isolation.tsx',
    find: "browser === 'frame' && isolation.hasBoot",
    replace: 'isolation.hasBoot',
  },
  {
    rule: 'AUT38',
    file: commands,
    find: 'await roles.assignAdministrator(tx, person.id)',
    replace: 'void [roles, tx]',
  },
  {
    rule: 'AUT38',
    file: commands,
    find: 'await removeSecondFactor(context, tx, person, { actor: null })',
    replace: 'void [context, tx]',
  },
  { rule: 'AUT38', file: commands, find: '{ failed: true, text:', replace: '{ text:' },
  {
    rule: 'PLM25',
    file: 'sdk/package/package-rights.ts',
    find: 'bare === true',
    replace: 'bare === false',
  },
  { rule: 'MAI6', file: 'builtin/mail/server/check-emails.ts', find: ' ${reason}`', replace: '`' },
  { rule: 'MAI7', file: testEmail, find: 'if (!actor.can(ROOT_PERMISSION))', replace: 'if (false)' },
  { rule: 'MAI7', file: testEmail, find: "stored.smtp_pass !== ''", replace: "stored.smtp_pass === ''" },
  {
    rule: 'PKG18',
    file: 'kernel/packages/server/install/live-catalogue.ts',
    find: "inProcess ? manifest.isolation?.server : 'worker'",
    replace: 'inProcess ? manifest.isolation?.server : undefined',
  },
  {
    rule: 'PKG18',
    file: 'kernel/packages/server/install/install-package.ts',
    find: 'wanted.inProcess ?? before?.inProcess ?? false',
    replace: 'wanted.inProcess ?? false',
  },
  {
    rule: 'ACN3',
    file: 'builtin/account/server/handle-sessions.ts',
    find: 'revokeAll(actor.id, actor.session)',
    replace: 'revokeAll(actor.id)',
  },
  {
    rule: 'ACN3',
    file: 'kernel/server/sessions/session-queries.ts',
    find: 'where user_id = $1 and id = $2',
    replace: 'where $1::text is not null and id = $2',
  },
  {
    rule: 'ACN3',
    file: 'sdk/browser/list/loaded.tsx',
    find: 'if (data !== undefined) return',
    replace: 'if (data !== undefined && !error) return',
  },
  { rule: 'ACN3', file: sessionsCard, find: 'query={query} title={title}', replace: 'query={query}' },
]
