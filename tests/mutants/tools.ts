import type { Mutant } from './mutant.ts'

const mail = 'builtin/mail/server'
const emails = { noticedBy: 'builtin/auth/emails.test.ts' } as const
const project = { noticedBy: 'tests/integration/plugin-tools/project.test.ts' } as const
const creating = { noticedBy: 'tests/integration/plugin-tools/create.test.ts' } as const

/** The tools of plugin authors, and rules of several plugins that stood without a mutant. */
export const toolMutants: readonly Mutant[] = [
  {
    rule: 'TOOL1',
    file: 'sdk/cli/scaffold/project-files.ts',
    find: "versions[name] ?? '*'",
    replace: "`^${versions[name] ?? '*'}`",
    ...project,
  },
  {
    rule: 'TOOL1',
    file: 'sdk/cli/scaffold/plugin-files.ts',
    find: "  'locales/en.yml': localeFile(choice),\n",
    replace: '',
    ...creating,
  },
  {
    rule: 'TOOL2',
    file: 'sdk/cli/scaffold/project-files.ts',
    find: '      noUncheckedSideEffectImports: false,\n',
    replace: '      noUncheckedSideEffectImports: true,\n',
    ...project,
  },
  {
    rule: 'TOOL3',
    file: 'sdk/cli/scaffold/server-files.ts',
    find: "config.read()['greeting'] ?? 'Hello'",
    replace: "config.read()['greeting'] ?? 'Bye'",
    ...project,
  },
  {
    rule: 'TOOL4',
    file: 'sdk/cli/keygen.ts',
    find: "writeFileSync(files.secret, privateKey, { mode: 0o600, flag: 'wx' })",
    replace: "writeFileSync(files.secret, privateKey, { mode: 0o644, flag: 'wx' })",
    ...project,
  },
  {
    rule: 'TOOL5',
    file: 'sdk/cli/scaffold/server-files.ts',
    find: 'from note where owner = ${actor.id}',
    replace: 'from note where owner <> ${actor.id}',
    ...project,
  },
  {
    rule: 'TOOL6',
    file: 'sdk/package/build/plugin-dev-server.ts',
    find: 'if (path === refreshPath) return',
    replace: "if (path === '') return",
  },
  {
    rule: 'TOOL7',
    file: 'sdk/cli/check/check-rights.ts',
    find: '!taken.some(({ wanted }) => isGranted(wanted, [each]))',
    replace: 'taken.some(({ wanted }) => isGranted(wanted, [each]))',
    noticedBy: 'sdk/cli/check/check-sources.test.ts',
  },
  {
    rule: 'TOOL7',
    file: 'sdk/cli/check/failure-codes.ts',
    find: "if (nameOf(callee) === 'EndpointFailure' && first?.type === 'Literal') put(first)",
    replace: '',
    noticedBy: 'sdk/cli/check/check-sources.test.ts',
  },
  {
    rule: 'TOOL8',
    file: 'sdk/cli/create.ts',
    find: '    const choice = await askChoice(input, folder)\n    const isOurs = isInRepository(folder)',
    replace:
      '    mkdirSync(folder, { recursive: true })\n    const choice = await askChoice(input, folder)\n    const isOurs = isInRepository(folder)',
    ...creating,
  },
  {
    rule: 'TOOL8',
    file: 'sdk/cli/create.ts',
    find: 'if (readdirSync(folder).length > 0)',
    replace: 'if (readdirSync(folder).length > 9)',
    ...creating,
  },
  {
    rule: 'TOOL9',
    file: 'sdk/cli/run-command.ts',
    find: '    console.error(error instanceof ToolProblem ? error.message : error)\n    return 1',
    replace: '    console.error(error instanceof ToolProblem ? error.message : error)\n    return 0',
  },
  {
    rule: 'TOOL9',
    file: 'sdk/cli/run-command.ts',
    find: 'console.error(error instanceof ToolProblem ? error.message : error)',
    replace: 'console.error(error)',
  },
  {
    rule: 'TOOL10',
    file: 'sdk/testing/plugin-contract/watch-leaks.ts',
    find: "if (isOwn()) running.set(timer, 'timer: setInterval')",
    replace: '',
  },
  {
    rule: 'TOOL10',
    file: 'sdk/testing/plugin-contract/watch-leaks.ts',
    find: 'listenerRegistry.remove(placeOf(this), input[0], input[1])',
    replace: '',
  },
  {
    rule: 'TOOL11',
    file: 'kernel/packages/server/dev/dev-sessions.ts',
    find: "const data = found === 'nothing' && !(await hasData(deps, id)) ? 'remove' : 'keep'",
    replace: "const data = found === 'nothing' ? 'remove' : 'keep'",
    noticedBy: 'tests/integration/plugin-tools/dev-session.test.ts',
  },
  {
    rule: 'TOOL12',
    file: 'kernel/packages/server/dev/dev-sessions.ts',
    find: '  await developmentOf(deps).setAside(id, false)\n',
    replace: '',
    noticedBy: 'tests/integration/plugin-tools/dev-session.test.ts',
  },
  {
    rule: 'TOOL13',
    file: 'sdk/cli/ask-choice.ts',
    find: 'if (isCancel(answer)) throw',
    replace: 'if (isCancel(undefined)) throw',
    noticedBy: 'sdk/cli/ask-choice.test.ts',
  },
  {
    rule: 'TOOL13',
    file: 'sdk/cli/ask-choice.ts',
    find: "validate: (value = '') => problemOf(() => readId(value)),",
    replace: '',
    noticedBy: 'sdk/cli/ask-choice.test.ts',
  },
  {
    rule: 'PAN13',
    file: 'sdk/panel-emulator/panel-budget.ts',
    find: "      headers['Retry-After'] = String(seconds)\n",
    replace: '',
  },
  {
    rule: 'PAN13',
    file: 'sdk/panel-emulator/create-exchange.ts',
    find: "{ ...body, password: '(hidden)' }",
    replace: 'body',
  },
  {
    rule: 'DBG6',
    file: 'builtin/debug-panel/browser/app-tab.tsx',
    find: 'plan: { version, product:',
    replace: 'plan: { product:',
  },
  {
    rule: 'ADH8',
    file: 'builtin/backups/manifest.ts',
    find: "group: 'advanced', order: 92 }",
    replace: "group: 'advanced', order: 2 }",
  },
  {
    rule: 'COI37',
    file: 'kernel/server/host/service-registry.ts',
    find: '        provided.delete(token.id)\n',
    replace: '',
  },
  {
    rule: 'MAI1',
    file: `${mail}/email-queries.ts`,
    find: '.where(and(eq(email.userId, user), eq(email.id, id)))',
    replace: '.where(eq(email.id, id))',
    ...emails,
  },
  {
    rule: 'MAI2',
    file: 'builtin/mail/contract/emails.ts',
    find: "access: { permission: 'admin.settings.edit' },",
    replace: 'access: { user: true },',
    ...emails,
  },
  {
    rule: 'MAI3',
    file: `${mail}/handle-emails.ts`,
    find: "throw fail('MAIL_FAILED', { details: { reason: reasonOf(error) } })",
    replace: "throw fail('MAIL_FAILED', { details: { reason: 'failed' } })",
    ...emails,
  },
  {
    rule: 'MAI8',
    file: `${mail}/email-queries.ts`,
    find: ".set({ status: 'sent', sentAt, failure: null, actionUrl: null, bodyHtml: null })",
    replace: ".set({ status: 'sent', sentAt, failure: null })",
    ...emails,
  },
]
