import type { Mutant } from './mutant.ts'

/** Pages of customers: first steps, servers, coins. */
export const customerMutants: readonly Mutant[] = [
  {
    rule: 'DSH7',
    file: 'builtin/dashboard/browser/first-steps.tsx',
    find: `<div hidden={isOver}>`,
    replace: `<div>`,
  },
  {
    rule: 'EARN1',
    file: 'builtin/earn/browser/coins-step.tsx',
    find: `data.items.length > 0`,
    replace: `data.items.length === 0`,
  },
  {
    rule: 'STO9',
    file: 'builtin/store/browser/store-page.tsx',
    find: `Math.min(...items`,
    replace: `Math.max(...items`,
  },
  {
    rule: 'SRV36',
    file: 'builtin/servers/browser/server-page.tsx',
    find: `{sawBuild && !isBuilding && address !== null && (`,
    replace: `{!isBuilding && address !== null && (`,
  },
  {
    rule: 'SRV37',
    file: 'builtin/servers/browser/copy-address.tsx',
    find: `    copies.setState((count) => count + 1, true)\n`,
    replace: ``,
  },
]
