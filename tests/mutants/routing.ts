import type { Mutant } from './mutant.ts'

const evaluate = 'kernel/browser/routing/evaluate-visit.ts'
const visits = 'kernel/browser/routing/visits.ts'
const target = 'kernel/browser/routing/login-target.ts'
const permission = 'sdk/common/permission.ts'
const texts = 'locales/en.yml'
const keys = 'kernel/common/local-keys.ts'

export const routingMutants: readonly Mutant[] = [
  {
    rule: 'NAV1',
    file: evaluate,
    find: `if (needsLogin && !facts.isLoggedIn)`,
    replace: `if (area === 'user' && !facts.isLoggedIn && permission)`,
  },
  {
    rule: 'NAV2',
    file: visits,
    find: `saveTarget(platform.storage, route, place.path === '/' ? { ...place, path: route.path } : place)`,
    replace: '',
  },
  {
    rule: 'NAV2',
    file: target,
    find: 'path + search + hash',
    replace: 'path',
  },
  { rule: 'NAV3', file: evaluate, find: `area === 'guest' && facts.isLoggedIn`, replace: 'false' },
  {
    rule: 'NAV4',
    file: visits,
    find: `routeRegistry, platform.address.url()) ?? wellKnownPath('home')`,
    replace: `routeRegistry, platform.address.url()) && wellKnownPath('home')`,
  },
  { rule: 'NAV4', file: target, find: 'storage.remove(localKeys.target)', replace: '' },
  {
    rule: 'NAV5',
    file: visits,
    find: `platform.address.url()) ?? wellKnownPath('home')`,
    replace: `platform.address.url()) ?? wellKnownPath('login')`,
  },
  { rule: 'NAV5', file: target, find: `|| route.area === 'guest'`, replace: '' },
  { rule: 'NAV6', file: 'sdk/ui/page-transition.ts', find: `  'rotate',\n`, replace: '' },
  {
    rule: 'NAV7',
    file: 'kernel/browser/routing/transition-style.ts',
    find: 'storage.get(localKeys.transition)',
    replace: 'null',
  },
  {
    rule: 'NAV7',
    file: 'builtin/account/browser/looks-tab.tsx',
    find: 'host.storage.set(TRANSITION, style)',
    replace: '',
  },
  { rule: 'NAV8', file: 'kernel/browser/app/app.tsx', find: 'window.scrollTo(0, 0)', replace: '' },
  {
    rule: 'NAV8',
    file: 'kernel/browser/start-up-steps.tsx',
    find: `window.history.scrollRestoration = 'manual'`,
    replace: '',
  },
  {
    rule: 'NAV9',
    file: evaluate,
    find: `facts.isSessionUnknown ? 'wait' : 'forbidden'`,
    replace: `facts.isSessionUnknown ? 'wait' : 'draw'`,
  },
  { rule: 'GRD1', file: evaluate, find: '!facts.can(permission)', replace: `!facts.can('admin.users.list')` },
  { rule: 'GRD2', file: visits, find: 'showDenied(kernel)', replace: '' },
  {
    rule: 'GRD3',
    file: visits,
    find: `goTo(wellKnownPath('forbidden'))`,
    replace: `goTo(wellKnownPath('home'))`,
  },
  {
    rule: 'ERR5',
    file: texts,
    find: 'deniedText: You do not have permission to access this resource.',
    replace: 'deniedText: You may not do that.',
  },
  { rule: 'ERR5', file: visits, find: `goTo(wellKnownPath('forbidden'))`, replace: '' },
  { rule: 'PER2', file: permission, find: 'permissions.includes(ROOT_PERMISSION) || (', replace: '(' },
  { rule: 'PER3', file: permission, find: `['*', ...permissions]`, replace: `[...permissions, '*']` },
  {
    rule: 'PER4',
    file: permission,
    find: 'permissions.includes(wanted))',
    replace: 'permissions.some((each) => wanted.startsWith(each.slice(0, -4))))',
  },
  {
    rule: 'PER29',
    file: 'builtin/servers/server/order-server.ts',
    find: 'if (location.vipOnly && !vip)',
    replace: 'if (false)',
  },
  {
    rule: 'PER29',
    file: 'builtin/servers/server/order-server.ts',
    find: 'if (egg.vipOnly && !vip)',
    replace: 'if (false)',
  },
  { rule: 'CALL8', file: visits, find: 'navigation.leaveTo(decision.to)', replace: 'goTo(decision.to)' },
  { rule: 'SCR9', file: visits, find: 'navigation.leaveTo(decision.to)', replace: 'goTo(decision.to)' },
  {
    rule: 'SCR15',
    file: visits,
    find: `if (kind === 'home') goTo(wellKnownPath('home'))`,
    replace: '',
  },
  { rule: 'CON5', file: keys, find: `'user_permissions'`, replace: `'permissions'` },
  { rule: 'CON5', file: keys, find: `'ui-settings'`, replace: `'ui_settings'` },
  { rule: 'CON5', file: keys, find: `'preferredTransition'`, replace: `'transition'` },
  { rule: 'CON5', file: keys, find: `'redirectAfterLogin'`, replace: `'target'` },
  { rule: 'CON5', file: keys, find: `'locale'`, replace: `'language'` },
  { rule: 'CON5', file: keys, find: `'spawnpoint_settings_cache'`, replace: `'settings_cache'` },
]
