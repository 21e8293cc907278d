import type { Mutant } from './mutant.ts'

const browser = 'kernel/packages/browser'
const frame = `${browser}/frame`
const loading = { noticedBy: 'kernel/browser/plugins/load-module.test.ts' } as const

/** Run-time plugins in the browser: frames, what a capability grants, and how their modules are loaded. */
export const runTimePluginMutants: readonly Mutant[] = [
  {
    rule: 'RTP1',
    file: `${frame}/frame-broker.ts`,
    find: "send({ kind: 'refusal', id, failure: failureOf(error) })",
    replace: "send({ kind: 'answer', id, value: null })",
  },
  {
    rule: 'RTP2',
    file: `${frame}/frame-broker.ts`,
    find: 'if (!Object.hasOwn(answers, what)) throw',
    replace: 'if (answers[what] === undefined) throw',
  },
  { rule: 'RTP2', file: `${frame}/frame-broker.ts`, find: ' || open >= mostOpen', replace: '' },
  {
    rule: 'RTP2',
    file: `${frame}/frame-broker.ts`,
    find: 'Math.min(Math.ceil(px), highest)',
    replace: 'Math.ceil(px)',
  },
  {
    rule: 'RTP3',
    file: `${frame}/frame-watch.ts`,
    find: 'answer: 10 }',
    replace: 'answer: 100 }',
  },
  {
    rule: 'RTP3',
    file: `${frame}/frame-watch.ts`,
    find: "let phase: 'loading' | 'starting' | 'running' = 'loading'",
    replace: "let phase = 'starting'",
  },
  {
    rule: 'RTP3',
    file: `${frame}/frame-watch.ts`,
    find: 'if (!isVisible()) looks = 0\n    else {',
    replace: '{',
  },
  {
    rule: 'RTP4',
    file: `${browser}/scoped-host.ts`,
    find: "if (!isOwnCall(plugin, endpoint, params)) ask.need('http.core')",
    replace: '',
    noticedBy: `${browser}/scoped-host.test.ts`,
  },
  {
    rule: 'RTP4',
    file: `${browser}/scoped-host.ts`,
    find: "if (isSessionCall(endpoint, params)) ask.need('session.profile')",
    replace: '',
    noticedBy: `${browser}/scoped-host.test.ts`,
  },
  {
    rule: 'RTP4',
    file: `${browser}/scoped-host.ts`,
    find: "if (!isOwnPage(plugin, to)) ask.need('navigate')",
    replace: '',
    noticedBy: `${browser}/scoped-host.test.ts`,
  },
  {
    rule: 'RTP5',
    file: `${browser}/owned-effects.ts`,
    find: 'const forget = life.own(() => dialogs.dismiss(shown))',
    replace: 'const forget = life.own(() => undefined)',
    noticedBy: `${browser}/scoped-host.test.ts`,
  },
  {
    rule: 'RTP5',
    file: `${browser}/boot-plugins.ts`,
    find: 'if (!gate.isActive(id)) throw new Error(`E_PLUGIN_OFF ${id}: the plugin was switched off`)',
    replace: '',
    noticedBy: `${browser}/boot-plugins.test.ts`,
  },
  {
    rule: 'RTP6',
    file: `${browser}/boot-plugins.ts`,
    find: '(!plugin.isolated && (plugin',
    replace: '((plugin',
  },
  {
    rule: 'RTP6',
    file: `${browser}/boot-plugins.ts`,
    find: 'if (needed !== null && !plugin.capabilities?.includes(needed)) throw capabilityError(plugin.id, needed)',
    replace: '',
  },
  {
    rule: 'RTP7',
    file: `${browser}/load-run-time.ts`,
    find: 'if (!isListed(url)) await verify()',
    replace: '',
    ...loading,
  },
  {
    rule: 'RTP7',
    file: `${browser}/load-run-time.ts`,
    find: '    await outliveLeaving(platform.clock)\n    await verify()\n',
    replace: '    await outliveLeaving(platform.clock)\n',
    ...loading,
  },
  {
    rule: 'RTP8',
    file: `${browser}/load-run-time.ts`,
    find: '!isListed(pluginFolder(plugin.id))',
    replace: '!isListed(url)',
    ...loading,
  },
  {
    rule: 'RTP9',
    file: `${browser}/start-count.ts`,
    find: '!safeMode && isAllowed && plugins',
    replace: '!safeMode && plugins',
  },
  {
    rule: 'RTP9',
    file: `${browser}/start-count.ts`,
    find: 'const patience = 2',
    replace: 'const patience = 1',
  },
  {
    rule: 'RTP9',
    file: `${browser}/boot-plugins.ts`,
    find: 'if (isSafeMode) return noTap',
    replace: '',
  },
  {
    rule: 'RTP12',
    file: `${browser}/load-run-time.ts`,
    find: 'if (!isListed(url)) await verify()\n    return (await inTime(platform.clock, plugin, importModule(url))).default',
    replace: 'if (!isListed(url)) await verify()\n    return (await importModule(url)).default',
    ...loading,
  },
  {
    rule: 'RTP13',
    file: 'kernel/browser/plugins/waiting-place.tsx',
    find: "timer = clock.setTimeout(() => setPhase('over'), PATIENCE_MS - quietMs)",
    replace: '',
  },
  {
    rule: 'RTP13',
    file: 'kernel/browser/plugins/waiting-place.tsx',
    find: '<Skeleton lines={3} /> : <Pending />',
    replace: '<Skeleton lines={3} /> : <Skeleton lines={3} />',
  },
  {
    rule: 'RTP14',
    file: `${browser}/load-run-time.ts`,
    find: '    if (error === first) throw error\n',
    replace: '',
    ...loading,
  },
  {
    rule: 'RTP14',
    file: 'kernel/browser/plugins/load-module.ts',
    find: 'const leaveMs = 1000',
    replace: 'const leaveMs = 0',
    ...loading,
  },
  {
    rule: 'RTP14',
    file: 'kernel/browser/plugins/load-module.ts',
    find: 'if (address.isHeld()) return false',
    replace: '',
    ...loading,
  },
  {
    rule: 'RTP15',
    file: `${browser}/load-run-time.ts`,
    find: 'throw explainLinkError(plugin.id, error)',
    replace: 'throw error',
    ...loading,
  },
]
