import type { Mutant } from './mutant.ts'

const panel = 'builtin/panel/server'

/** The call budget of the game panel, which all processes share. */
export const panelBudgetMutants: readonly Mutant[] = [
  {
    rule: 'PAN6',
    file: `${panel}/call-budget.ts`,
    find: '      if (isTooFar) refuse(waitMs)\n',
    replace: '',
  },
  {
    rule: 'PAN12',
    file: `${panel}/panel-transport.ts`,
    find: 'if (status !== 204)',
    replace: 'if (status >= 300)',
    noticedBy: `${panel}/panel-failures.test.ts`,
  },
  {
    rule: 'PAN90',
    file: 'builtin/panel/browser/failure-link.tsx',
    find: '|| passing.includes(code)',
    replace: '',
  },
  {
    rule: 'PAN90',
    file: 'sdk/browser/list/loaded.tsx',
    find: 'action={known && <Slot',
    replace: 'action={!known && <Slot',
  },
  {
    rule: 'PAN90',
    file: 'builtin/panel/manifest.ts',
    find: "module: 'failure-link', order: 10, permission: 'admin.settings.view'",
    replace: "module: 'failure-link', order: 10",
  },
  {
    rule: 'PAN34',
    file: `${panel}/call-budget.ts`,
    find: 'shared ? await takeBoth(shared) : takeOwn(whole)',
    replace: 'takeOwn(whole)',
  },
  {
    rule: 'PAN34',
    file: `${panel}/call-budget.ts`,
    find: 'takeOwn(paceOf(perMinute * turns.share(), maxWaitMs))',
    replace: 'takeOwn(whole)',
  },
  {
    rule: 'PAN34',
    file: `${panel}/shared-turns.ts`,
    find: '      waiting = []\n      const granted = await soon(grant(deps, served.length, pace))',
    replace:
      '      waiting = served.splice(1)\n      const granted = await soon(grant(deps, served.length, pace))',
  },
  {
    rule: 'PAN34',
    file: `${panel}/call-budget.ts`,
    find: 'if (ms > 0) await shared?.pause(ms)',
    replace: '',
  },
  {
    rule: 'PAN34',
    file: `${panel}/call-budget.ts`,
    find: 'if (shared) keepPause(await shared.pausedMs())',
    replace: '',
  },
  {
    rule: 'PAN34',
    file: `${panel}/panel-client.ts`,
    find: `shared: sharedTurns?.('client')`,
    replace: `shared: sharedTurns?.('application')`,
  },
  {
    rule: 'PAN20',
    file: `${panel}/shared-turns.ts`,
    find: 'case when due - now > ${farthest + 1}::float8',
    replace: 'case when due - now > ${farthest + 1e12}::float8',
  },
  {
    rule: 'PAN20',
    file: `${panel}/call-budget.ts`,
    find: 'return { waitMs: Math.max(ours.waitMs, own.waitMs), isTooFar: own.isTooFar, pausedMs: 0 }',
    replace: 'return { ...ours, isTooFar: own.isTooFar }',
  },
  {
    rule: 'PAN18',
    file: 'builtin/servers/server/adopt-server.ts',
    find: '  await uses.panel.keepReal()\n',
    replace: '',
    noticedBy: 'builtin/servers/adoption.test.ts',
  },
]
