import type { Mutant } from './mutant.ts'

/** Commands, tests and lists of plugin authors. */
export const authorToolMutants: readonly Mutant[] = [
  {
    rule: 'TOOL50',
    file: 'sdk/cli/check.ts',
    find: "if (!input.flag('json')) say(dim(",
    replace: "if (input.flag('json')) say(dim(",
    noticedBy: 'tests/integration/plugin-tools/project.test.ts',
  },
  {
    rule: 'TOOL51',
    file: 'sdk/testing/plugin-contract/open-browser.ts',
    find: '  await checkAccess(publicAddress, kernel.bus, added.unfinishedRules)\n',
    replace: '',
    noticedBy: 'sdk/testing/plugin-contract/test-plugin-contract.test.ts',
  },
  {
    rule: 'SDK70',
    file: 'sdk/server/list/turn-page.ts',
    find: 'if (sortValue) return { value: sortValue(row), id }',
    replace: 'if (sortValue) return { value: null, id }',
    noticedBy: 'sdk/server/list/turn-page.test.ts',
  },
  {
    rule: 'SDK71',
    file: 'sdk/ui/search-field.tsx',
    find: '<div role="search" className="sp-input-frame sp-search">',
    replace: '<div className="sp-input-frame sp-search">',
    noticedBy: 'sdk/ui/search-field.test.tsx',
  },
  {
    rule: 'SDK72',
    file: 'kernel/packages/browser/boot-plugins.ts',
    find: 'if (plugins.length > 0) void boot(',
    replace: 'if (plugins.length > 9) void boot(',
    noticedBy: 'kernel/packages/browser/boot-plugins.test.ts',
  },
  {
    rule: 'SDK73',
    file: 'sdk/browser/query.ts',
    find: "renew(endpoint, 'none')",
    replace: "renew(endpoint, 'active')",
    noticedBy: 'sdk/browser/query.test.tsx',
  },
  {
    rule: 'SDK73',
    file: 'sdk/browser/query.ts',
    find: '        ...removes.map(',
    replace: '        ...[].map(',
    noticedBy: 'sdk/browser/query.test.tsx',
  },
  {
    rule: 'TOOL53',
    file: 'sdk/cli/pack.ts',
    find: "findings.some(({ level }) => level === 'error')",
    replace: 'findings.length > 1e6',
    noticedBy: 'sdk/cli/pack.test.ts',
  },
  {
    rule: 'TOOL56',
    file: 'sdk/cli/judge-package.ts',
    find: '  ...taken(content),\n',
    replace: '',
    noticedBy: 'tests/integration/plugin-tools/verify.test.ts',
  },
  {
    rule: 'TOOL56',
    file: 'sdk/cli/judge-package.ts',
    find: '(mayFrame && !isTrusted)',
    replace: 'false',
    noticedBy: 'tests/integration/plugin-tools/verify.test.ts',
  },
  {
    rule: 'TOOL12',
    file: 'sdk/package/build/messages-file.ts',
    find: '`E_LOCALE ${file}: ${reason.',
    replace: '`${reason.',
    noticedBy: 'sdk/package/build/messages-file.test.ts',
  },
  {
    rule: 'TOOL7',
    file: 'sdk/cli/check/check-messages.ts',
    find: 'language === undefined || locales.includes(language)',
    replace: 'language !== undefined',
    noticedBy: 'sdk/cli/check/check-plugin.test.ts',
  },
]
