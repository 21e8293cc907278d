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
    find: '      waiting = []\n      const granted = await ask(served.length, pace)',
    replace: '      waiting = served.splice(1)\n      const granted = await ask(served.length, pace)',
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
    find: 'return { waitMs: Math.max(ours.waitMs, own.waitMs), isTooFar: own.isTooFar }',
    replace: 'return { ...ours, isTooFar: own.isTooFar }',
  },
]
