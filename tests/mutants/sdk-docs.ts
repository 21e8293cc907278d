import type { Mutant } from './mutant.ts'

const server = 'builtin/sdk-docs/server'

/** The documentation of the SDK as a site. */
export const sdkDocMutants: readonly Mutant[] = [
  {
    rule: 'SDD1',
    file: `${server}/draw-page.ts`,
    find: '? addressOf(site, chapter.path) : href',
    replace: '? addressOf(site, slug) : href',
  },
  {
    rule: 'SDD1',
    file: `${server}/guide-pages.ts`,
    find: ".replaceAll(/\\s/g, '-')",
    replace: ".replaceAll(/\\s/g, '_')",
  },
  {
    rule: 'SDD2',
    file: `${server}/serve-site.ts`,
    find: "permission: 'admin.docs.view'",
    replace: 'user: true',
  },
  {
    rule: 'SDD2',
    file: `${server}/serve-site.ts`,
    find: "    .header('content-security-policy', policy)\n",
    replace: '',
  },
  {
    rule: 'SDD2',
    file: `${server}/serve-site.ts`,
    find: "request.headers.accept?.includes('text/html') ? draw() : null",
    replace: 'null',
  },
  {
    rule: 'SDD3',
    file: `${server}/pages/errors.md`,
    find: '## E_CAPABILITY\n',
    replace: '## E_CAPABILITIES\n',
  },
  {
    rule: 'SDD4',
    file: `${server}/search-pages.ts`,
    find: 'if (!words.every((word) => whole.includes(word))) return 0',
    replace: 'if (!words.some((word) => whole.includes(word))) return 0',
  },
  {
    rule: 'SDD4',
    file: `${server}/search-pages.ts`,
    find: 'other.score - one.score',
    replace: 'one.score - other.score',
  },
  {
    rule: 'SDD4',
    file: `${server}/draw-page.ts`,
    find: 'Results for “${escape(search)}”',
    replace: 'Results for “${search}”',
  },
  {
    rule: 'SDD5',
    file: `${server}/serve-site.ts`,
    find: "find(name === 'index' ? '' : name)",
    replace: 'find(name)',
  },
  {
    rule: 'SDD6',
    file: 'builtin/plugin-manager/browser/plugins-page.tsx',
    find: '      <Slot name="plugins.after" />\n',
    replace: '',
  },
  {
    rule: 'SDD20',
    file: `${server}/draw-page.ts`,
    find: "path || 'index'",
    replace: "'index'",
  },
  {
    rule: 'SDD20',
    file: 'builtin/sdk-docs/browser/docs-link.tsx',
    find: 'page === null || !/^[\\w-]+(?:\\/[\\w-]+)*$/.test(page)',
    replace: 'page === null',
    noticedBy: 'tests/integration/sdk-docs-link.test.tsx',
  },
  {
    rule: 'SDD9',
    file: 'sdk/README.md',
    find: 'alter table note add column paid boolean not null default false;',
    replace: 'select 1;',
    noticedBy: 'tests/integration/guide-runs.test.ts',
  },
  {
    rule: 'SDD30',
    file: 'kernel/cli/release/make-release.ts',
    find: 'reference.json,kernel-surface.json,',
    replace: 'reference.json,',
    noticedBy: 'kernel/cli/release/release.test.ts',
  },
  {
    rule: 'SDD31',
    file: 'sdk/README.md',
    find: "delete from note where text = ''`",
    replace: "delete from notes where text = ''`",
    noticedBy: 'tests/integration/guide-services.test.ts',
  },
  {
    rule: 'SDD31',
    file: `${server}/pages/cookbook.md`,
    find: 'title: name,\n      })',
    replace: "title: `${name} shelf`,\n      area: 'admin' })",
    noticedBy: 'tests/integration/guide-components.test.tsx',
  },
  {
    rule: 'SDD32',
    file: `${server}/contract-pages.ts`,
    find: 'services.map(drawService)',
    replace: 'services.slice(0, -1).map(drawService)',
  },
  {
    rule: 'SDD33',
    file: `${server}/name-pages.ts`,
    find: '    ...groups,\n',
    replace: '',
  },
  {
    rule: 'SDD34',
    file: 'sdk/reference.json',
    find: '/** Low stages run first; 0 when left out. */',
    replace: '',
    noticedBy: 'builtin/sdk-docs/sdk-docs.test.ts',
  },
  {
    rule: 'TOOL7',
    file: 'sdk/cli/check/source-facts.ts',
    find: ' || isOwnMessages(call.callee)',
    replace: '',
    noticedBy: 'sdk/cli/check/check-plugin.test.ts',
  },
  {
    rule: 'TOOL55',
    file: 'builtin/coins/server/budget-advice.ts',
    find: 'return perDay\n',
    replace: 'return perDay !== 1\n',
    noticedBy: 'tests/integration/plugin-tools/dev-session.test.ts',
  },
  {
    rule: 'SDD40',
    file: 'builtin/sdk-docs/server/highlight-code.ts',
    find: 'escapeHtml(match[0])',
    replace: 'match[0]',
    noticedBy: 'builtin/sdk-docs/sdk-docs.test.ts',
  },
]
