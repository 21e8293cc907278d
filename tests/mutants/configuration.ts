import type { Mutant } from './mutant.ts'

/** Configuration as code. */
export const configurationMutants: readonly Mutant[] = [
  {
    rule: 'CFG1',
    file: 'builtin/settings/server/config/config-commands.ts',
    find: '[[each.key, `\\${env:${each.key.toUpperCase()}}`]]',
    replace: '[[each.key, each.value]]',
  },
  {
    rule: 'CFG1',
    file: 'builtin/settings/server/config/config-commands.ts',
    find: 'mode: 0o600',
    replace: 'mode: 0o644',
  },
  {
    rule: 'CFG2',
    file: 'builtin/settings/server/config/plan.ts',
    find: 'if (isSecret && !isReference(to))',
    replace: 'if (false)',
  },
  {
    rule: 'CFG2',
    file: 'builtin/settings/server/config/document.ts',
    find: 'const document = z.strictObject({',
    replace: 'const document = z.object({',
  },
  {
    rule: 'CFG3',
    file: 'builtin/settings/server/config/plan.ts',
    find: 'return value === secretOf(uses, setting)\n',
    replace: 'return value === null\n',
  },
  {
    rule: 'CFG3',
    file: 'builtin/settings/server/config/apply.ts',
    find: "if (setting?.audience === 'secret')",
    replace: 'if (setting === undefined)',
  },
  {
    rule: 'CFG4',
    file: 'builtin/settings/server/config/apply.ts',
    find: 'if (state.hash !== planned)',
    replace: 'if (state.hash === null)',
  },
  {
    rule: 'CFG4',
    file: 'builtin/settings/server/config/state.ts',
    find: "uses.secrets.sign('config-state', JSON.stringify(secretOf(uses, each)))",
    replace: 'each.isSet',
  },
  {
    rule: 'CFG5',
    file: 'builtin/settings/server/config/plan.ts',
    find: '    if (isDeepStrictEqual(value, setting.value)) return []\n',
    replace: '',
  },
  {
    rule: 'CFG6',
    file: 'builtin/settings/server/config/document.ts',
    find: ".replace(/\\r?\\n$/, '')",
    replace: '',
  },
  {
    rule: 'CFG4',
    file: 'builtin/settings/server/config/state.ts',
    find: '...[...sections].map(([name, { rows: found }]) => [name, found]),',
    replace: '',
  },
  {
    rule: 'CFG7',
    file: 'builtin/settings/server/config/state.ts',
    find: '.filter(({ name }) => section.after.includes(name))) place(before)',
    replace: '.slice(sections.length)) place(before)',
  },
  {
    rule: 'CFG7',
    file: 'builtin/settings/server/config/plan-rows.ts',
    find: 'if (fields.length === 0) return null',
    replace: '',
  },
  {
    rule: 'CFG2',
    file: 'sdk/server/resource/resource-section.ts',
    find: 'if (!isComing) problems.push(`${field}: there is no ${String(name)}`)',
    replace: '',
  },
  {
    rule: 'CFG7',
    file: 'sdk/server/resource/resource-section.ts',
    find: '...(current ? current.values : initial),',
    replace: '...current?.values,',
  },
  {
    rule: 'CFG7',
    file: 'sdk/server/resource/write-rows.ts',
    find: '  by: null,\n}',
    replace: "  by: '00000000-0000-4000-8000-000000000000',\n}",
  },
  {
    rule: 'CFG7',
    file: 'builtin/settings/server/config/apply.ts',
    find: 'const fields = Object.keys(error.fields ?? {}).join',
    replace: 'const fields = Object.keys({}).join',
  },
  {
    rule: 'CFG8',
    file: 'builtin/roles/server/with-permissions.ts',
    find: 'const revoke = held.filter((each) => !wanted.includes(each))',
    replace: 'const revoke: string[] = []',
  },
  {
    rule: 'CFG8',
    file: 'builtin/roles/server/with-permissions.ts',
    find: '!known.has(each) && !held.includes(each)',
    replace: 'false',
  },
  {
    rule: 'CFG9',
    file: 'builtin/mail-templates/server/configuration-section.ts',
    find: '        checkText(text, purpose)\n',
    replace: '',
  },
  {
    rule: 'DEP5',
    file: 'builtin/departments/server/index.ts',
    find: '({ configuration: {} })',
    replace: '({})',
  },
]
