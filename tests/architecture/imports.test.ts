import { describe, expect, it } from 'vitest'
import { findForbiddenImports } from './import-directions.ts'
import { findPluginNamesInKernel } from './kernel-names.ts'
import { findHttpImports, findJsxInServerGraphs } from './server-graph.ts'
import { moduleAt } from './module-record.ts'
import { codePaths, isTest, readSourceTree, repositoryRoot, sampleTree } from './source-tree.ts'

const tree = readSourceTree(repositoryRoot)

const world = {
  'plugins/hello/manifest.ts': '',
  'sdk/package.json':
    '{ "exports": { "./common": "./common/index.ts", "./server": "./server/index.ts", "./browser": "./browser/index.ts", "./testing": "./testing/index.ts" } }',
  'builtin/package.json':
    '{ "exports": { "./*/schemas": "./*/contract/schemas.ts", "./*": "./*/contract/index.ts" } }',
  'sdk/common/index.ts': '',
  'sdk/server/index.ts': '',
  'sdk/browser/index.ts': '',
  'sdk/testing/index.ts': `import '../../kernel/common/hook.ts'`,
  'kernel/common/hook.ts': '',
  'kernel/browser/page.ts': '',
  'kernel/server/page.ts': '',
  'builtin/coins/contract/index.ts': `import '@spawnpoint/sdk/common'`,
  'builtin/coins/contract/schemas.ts': '',
  'builtin/earn/manifest.ts': '',
  'builtin/coins/testing.ts': `import '@spawnpoint/sdk/testing'`,
  'builtin/coins/server/ledger.ts': `import '../contract/index.ts'`,
  'tests/support/clock.ts': '',
}

const faultsOf = (path: string, code: string) => findForbiddenImports(sampleTree({ ...world, [path]: code }))

describe('import directions', () => {
  it('hold in the whole repository', () => {
    expect(codePaths(tree).length).toBeGreaterThan(10)
    expect(findForbiddenImports(tree)).toEqual([])
  })

  it.each([
    ['kernel/server/a.ts', `import '@spawnpoint/contracts/coins'`],
    ['kernel/server/a.ts', `import '../../builtin/coins/contract/index.ts'`],
    ['kernel/server/a.ts', `import type { A } from '../browser/page.ts'`],
    ['kernel/browser/a.ts', `const page = () => import('../server/page.ts')`],
    ['kernel/browser/a.ts', `type A = import('@spawnpoint/sdk/server').A`],
    ['kernel/browser/a.ts', `import 'node:fs'`],
    ['kernel/common/a.ts', `export { a } from '../browser/page.ts'`],
    ['sdk/common/a.ts', `import '../../kernel/common/hook.ts'`],
    ['sdk/common/a.ts', `import '../server/index.ts'`],
    ['builtin/store/server/a.ts', `import '../../coins/server/ledger.ts'`],
    ['builtin/store/server/a.ts', `import '../../coins/contract/index.ts'`],
    ['builtin/store/server/a.ts', `import '@spawnpoint/sdk/browser'`],
    ['builtin/store/server/a.ts', `import '@spawnpoint/sdk/testing'`],
    ['builtin/store/server/a.ts', `import '@spawnpoint/contracts/nobody'`],
    ['builtin/store/server/a.ts', `import '../../../kernel/server/page.ts'`],
    ['builtin/coins/browser/a.ts', `import '../server/ledger.ts'`],
    ['builtin/coins/contract/a.ts', `import '@spawnpoint/sdk/server'`],
    ['builtin/coins/manifest.ts', `import './server/ledger.ts'`],
    ['builtin/coins/server/a.ts', `import './ledger'`],
    ['builtin/coins/server/a.ts', `import './missing.ts'`],
    ['builtin/store/a.test.ts', `import '../coins/server/ledger.ts'`],
    ['builtin/store/a.test.ts', `import '../../kernel/server/page.ts'`],
    ['builtin/store/server/a.test.ts', `import '@spawnpoint/sdk/browser'`],
    ['builtin/earn/server/a.ts', `import '../manifest.ts'`],
    ['e2e/a.ts', `import '../kernel/server/page.ts'`],
  ])('refuse in %s: %s', (path, code) => {
    expect(faultsOf(path, code)).toHaveLength(1)
  })

  it.each([
    ['kernel/server/a.ts', `import '@spawnpoint/sdk/server'; import '../common/hook.ts'; import 'node:fs'`],
    ['builtin/store/server/a.ts', `import '@spawnpoint/contracts/coins'; import '@spawnpoint/sdk/server'`],
    ['builtin/store/browser/a.tsx', `import '@spawnpoint/contracts/coins/schemas'; import 'react'`],
    ['builtin/store/server/a.test.ts', `import '../../coins/testing.ts'; import '@spawnpoint/sdk/testing'`],
    ['builtin/store/a.test.tsx', `import '@spawnpoint/sdk/browser'; import '@spawnpoint/sdk/server'`],
    ['builtin/coins/manifest.ts', `import { a } from './contract/index.ts'; import '@spawnpoint/sdk/common'`],
    ['plugins/hello/server/a.ts', `import '../manifest.ts'`],
    ['builtin/earn/server/index.ts', `import '../manifest.ts'`],
    ['e2e/a.ts', `import '../tests/support/clock.ts'; import '@playwright/test'`],
    ['tests/integration/a.ts', `import '../../builtin/coins/server/ledger.ts'`],
  ])('admit in %s: %s', (path, code) => {
    expect(faultsOf(path, code)).toEqual([])
  })
})

describe('installed packages', () => {
  it('are imported by the entry of the browser alone, of all files of common, browser and server', () => {
    const importers = codePaths(tree).filter(
      (path) =>
        /^kernel\/(common|browser|server)\//.test(path) &&
        !isTest(path) &&
        moduleAt(tree, path).imports.some(({ specifier }) => specifier.includes('/packages/')),
    )
    expect(importers).toEqual(['kernel/browser/main.tsx'])
  })
})

describe('the kernel names no plugin', () => {
  it('in the whole repository', () => {
    expect(findPluginNamesInKernel(tree)).toEqual([])
  })

  it.each([
    `const home = 'coins'`,
    `const file = 'builtin/coins/server/index.ts'`,
    'const at = `/api/plugins/coins/${id}`',
  ])('refuses %s', (code) => {
    const faults = findPluginNamesInKernel(sampleTree({ ...world, 'kernel/server/a.ts': code }))
    expect(faults).toEqual([`kernel/server/a.ts: the kernel names the plugin 'coins'`])
  })
})

describe('what Node loads holds no JSX', () => {
  it('in the whole repository', () => {
    expect(findJsxInServerGraphs(tree)).toEqual([])
  })

  it('refuses a .tsx behind another file, and one of its own', () => {
    const faults = findJsxInServerGraphs(
      sampleTree({
        'kernel/server/a.ts': `import '../common/b.ts'`,
        'kernel/common/b.ts': `const c = () => import('../browser/c.tsx')`,
        'kernel/browser/c.tsx': 'export const C = () => <p />',
        'builtin/coins/server/mail.tsx': 'export const M = () => <p />',
      }),
    )
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'builtin/coins/server/mail.tsx',
      'kernel/browser/c.tsx',
    ])
  })

  it('lets a type through, which is gone when the file runs', () => {
    const faults = findJsxInServerGraphs(
      sampleTree({
        'kernel/common/b.ts': `import type { C } from '../browser/c.tsx'`,
        'kernel/browser/c.tsx': '',
      }),
    )
    expect(faults).toEqual([])
  })
})

describe('what the idle server loads', () => {
  it('holds no import of node:http in the whole repository', () => {
    expect(findHttpImports(tree)).toEqual([])
  })

  it('refuses one behind another file, but no type', () => {
    const faults = findHttpImports(
      sampleTree({
        'kernel/server/a.ts': `import '../common/b.ts'; import type { Server } from 'node:http'`,
        'kernel/common/b.ts': `import { createServer } from 'node:http'`,
        'kernel/build/c.ts': `import http from 'node:http'`,
      }),
    )
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['kernel/common/b.ts'])
  })
})
