import type { Mutant } from './mutant.ts'

const debug = 'builtin/debug-panel/browser'

/** The tools of the debug panel: requests, costs, the search for a plugin, storage and the recording. */
export const debugToolMutants: readonly Mutant[] = [
  { rule: 'DBG7', file: `${debug}/as-curl.ts`, find: 'if (isSecretName(name)) url', replace: 'url' },
  {
    rule: 'DBG7',
    file: `${debug}/as-curl.ts`,
    find: "text.replaceAll(\"'\", String.raw`'\\''`)",
    replace: 'text',
  },
  {
    rule: 'DBG7',
    file: `${debug}/as-curl.ts`,
    find: "...(isWrite ? header('origin', new URL(origin).origin) : []),",
    replace: '',
  },
  {
    rule: 'DBG7',
    file: `${debug}/as-curl.ts`,
    find: 'isSecretName(name) ? HIDDEN : value',
    replace: 'value',
  },
  { rule: 'DBG7', file: `${debug}/request-timing.ts`, find: 'ended > at - LATEST_MS', replace: 'true' },
  { rule: 'DBG7', file: `${debug}/request-timing.ts`, find: 'ended <= at + 1', replace: 'true' },
  { rule: 'DBG8', file: `${debug}/network-tab.tsx`, find: 'line.request === request', replace: 'true' },
  {
    rule: 'DBG8',
    file: `${debug}/network-tab.tsx`,
    find: 'id !== null && maySeeLogs',
    replace: 'id !== null',
  },
  { rule: 'DBG9', file: `${debug}/plugin-costs.ts`, find: 'b.ms - a.ms', replace: 'a.ms - b.ms' },
  { rule: 'DBG9', file: `${debug}/plugin-costs.ts`, find: "detail['outcome'] !== 'ok'", replace: 'false' },
  {
    rule: 'DBG9',
    file: `${debug}/plugin-costs.ts`,
    find: '/assets/plugins/${plugin}/',
    replace: '/assets/plugins/${plugin}',
  },
  { rule: 'DBG10', file: `${debug}/bisect.ts`, find: "if (isFirst && !isGone) return 'none'", replace: '' },
  {
    rule: 'DBG10',
    file: `${debug}/bisect.ts`,
    find: 'isFirst || isGone ? off',
    replace: 'isFirst || !isGone ? off',
  },
  {
    rule: 'DBG10',
    file: `${debug}/debug-shortcut.tsx`,
    find: "sessionStorage.getItem('spawnpoint_bisect') !== null",
    replace: 'false',
  },
  {
    rule: 'DBG10',
    file: 'kernel/browser/wire-plugins.ts',
    find: '(isSafe || isOff(plugin))',
    replace: 'isSafe',
  },
  { rule: 'DBG10', file: 'kernel/browser/wire-plugins.ts', find: 'isShipped(plugin) || !(', replace: '!(' },
  { rule: 'DBG11', file: `${debug}/storage-tab.tsx`, find: '!isSecretName(name) && ', replace: '' },
  { rule: 'DBG11', file: `${debug}/storage-tab.tsx`, find: 'else storage.set(key, text)', replace: '' },
  {
    rule: 'DBG12',
    file: `${debug}/recording.ts`,
    find: 'withoutPeople(JSON.stringify(hideSecrets(line), withoutNamed))',
    replace: 'JSON.stringify(hideSecrets(line), withoutNamed)',
  },
  {
    rule: 'DBG12',
    file: `${debug}/recording.ts`,
    find: 'JSON.stringify(hideSecrets(line), withoutNamed)',
    replace: 'JSON.stringify(hideSecrets(line))',
  },
  { rule: 'DBG12', file: `${debug}/recording.ts`, find: '(?:@|%40)', replace: '@' },
  { rule: 'DBG12', file: `${debug}/recording.ts`, find: '/::|:.*:.*:/', replace: '/:.*:.*:.*:/' },
  { rule: 'DBG12', file: `${debug}/recording.ts`, find: 'title: titleOf(title)', replace: 'title' },
  {
    rule: 'DBG12',
    file: `${debug}/recording.ts`,
    find: 'page: placeOf(`${path}${search}`)',
    replace: 'page: `${path}${search}`',
  },
  {
    rule: 'DBG12',
    file: `${debug}/recording.ts`,
    find: '(length += line.length) < LONGEST_RECORDING * 0.9',
    replace: 'length === 0',
  },
  {
    rule: 'DBG12',
    file: `${debug}/recording-dialog.tsx`,
    find: '{newTicket && hasTickets && (',
    replace: '{(',
  },
  {
    rule: 'DBG13',
    file: 'builtin/debug-panel/manifest.ts',
    find: "path: '/debug'",
    replace: "path: '/debugging'",
  },
]
