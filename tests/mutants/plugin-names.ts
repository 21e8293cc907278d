import type { Mutant } from './mutant.ts'

const consent = { noticedBy: 'tests/integration/packages/consent.test.ts' } as const
const menus = { noticedBy: 'kernel/browser/shell/menus.test.ts' } as const

/** Names of added plugins beside those of the product. */
export const pluginNameMutants: readonly Mutant[] = [
  {
    rule: 'RTP17',
    file: 'kernel/browser/shell/menus.ts',
    find: "messages.translate(SHELL, 'plugin.from', { name: label(plugin, added.title) })",
    replace: 'undefined',
    ...menus,
  },
  {
    rule: 'RTP17',
    file: 'kernel/browser/shell/menus.ts',
    find: 'coreLabels().has(readsAs(text))',
    replace: 'coreLabels().has(text)',
    ...menus,
  },
  {
    rule: 'RTP17',
    file: 'kernel/browser/shell/menus.ts',
    find: "trace.add({ kind: 'error', plugin, title })",
    replace: '',
    ...menus,
  },
  {
    rule: 'RTP17',
    file: 'builtin/top-bar/browser/command-palette.tsx',
    find: '<PluginMark text={row.from} />',
    replace: '',
    noticedBy: 'builtin/top-bar/browser/command-palette.test.tsx',
  },
  {
    rule: 'RTP18',
    file: 'kernel/browser/app/layouts.tsx',
    find: 'if (!owner || isBuiltin(owner)) return null',
    replace: 'if (owner !== undefined) return null',
    noticedBy: 'kernel/browser/app/app.test.tsx',
  },
  {
    rule: 'RTP19',
    file: 'kernel/browser/trace-listeners.ts',
    find: "gate.reportFault(plugin, 'uncaught error', error)",
    replace: '',
  },
  {
    rule: 'RTP19',
    file: 'kernel/browser/trace-listeners.ts',
    find: 'isAdded(owner) ? owner : null',
    replace: 'owner ? owner : null',
  },
  {
    rule: 'RTP19',
    file: 'kernel/browser/trace-listeners.ts',
    find: 'error instanceof CallError || ',
    replace: '',
  },
  {
    rule: 'PKG20',
    file: 'kernel/packages/server/install/evaluate-package.ts',
    find: "...around.takenNames.map(({ label, own }) => note('PACKAGE_LABEL_TAKEN', { label, own })),",
    replace: '',
    ...consent,
  },
  {
    rule: 'PKG20',
    file: 'sdk/common/look-alike.ts',
    find: '.replaceAll(/./gu, (letter) => lookAlikes[letter] ?? letter)',
    replace: '',
    ...consent,
  },
  {
    rule: 'PKG20',
    file: 'sdk/package/reserved-labels.ts',
    find: 'for (const messages of languages) {',
    replace: 'for (const messages of languages.slice(0, 1)) {',
    ...consent,
  },
  {
    rule: 'PKG21',
    file: 'sdk/package/read-package.ts',
    find: 'isRecord(messages) && Object.values(messages).some(hasMarks)',
    replace: 'false',
    ...consent,
  },
  {
    rule: 'PKG21',
    file: 'sdk/common/manifest-schema.ts',
    find: '.refine((text) => !hasHiddenMarks(text)',
    replace: '.refine(() => true',
    ...consent,
  },
  {
    rule: 'PKG22',
    file: 'sdk/package/plugin-services.ts',
    find: 'providers.has(provider) && !open.has(token)',
    replace: 'false',
    ...consent,
  },
  {
    rule: 'PKG22',
    file: 'sdk/package/plugin-services.ts',
    find: 'providers.has(provider) && ',
    replace: '',
    ...consent,
  },
  {
    rule: 'PKG23',
    file: 'sdk/package/package-rights.ts',
    find: "...(hasTables ? [ask('tables', schemaNameOf(id))] : []),",
    replace: '',
    noticedBy: 'tests/integration/packages/hostile-packages.test.ts',
  },
  {
    rule: 'PLM39',
    file: 'builtin/plugin-manager/browser/package-review.tsx',
    find: "t('details.claims', { name: review.publisher })",
    replace: 'review.publisher',
    noticedBy: 'builtin/plugin-manager/install-page.test.tsx',
  },
  {
    rule: 'TOOL7',
    file: 'sdk/cli/check/check-plugin.ts',
    find: '...checkLabels(folder, manifest),',
    replace: '',
    noticedBy: 'sdk/cli/check/check-plugin.test.ts',
  },
]
