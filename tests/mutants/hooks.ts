import type { Mutant } from './mutant.ts'

const hooks = 'kernel/common/hooks'

/** The gate and the hooks that every plugin passes. */
export const hookMutants: readonly Mutant[] = [
  {
    rule: 'HOOK1',
    file: `${hooks}/interpreter.ts`,
    find: 'if (isWaterfall && result !== undefined) args[0] = result',
    replace: 'if (isWaterfall) args[0] = result',
  },
  {
    rule: 'HOOK1',
    file: `${hooks}/interpreter.ts`,
    find: 'taps: [...options.taps] }',
    replace: 'taps: options.taps }',
  },
  { rule: 'HOOK2', file: `${hooks}/interpreter.ts`, find: 'hook.compile = interpret(kind)', replace: '' },
  {
    rule: 'HOOK3',
    file: `${hooks}/gate.ts`,
    find: 'if (result.ok) return breaker.standing.isOpen(owner, effect) ? result.value : undefined',
    replace: 'if (result.ok) return result.value',
  },
  {
    rule: 'HOOK4',
    file: `${hooks}/fault-ledger.ts`,
    find: ' || each.caller?.place === caller.place',
    replace: '',
  },
  {
    rule: 'HOOK4',
    file: `${hooks}/fault-ledger.ts`,
    find: "const key = `${fault.caller ? 'callers' : 'own'} ${account}`",
    replace: 'const key = account',
  },
  {
    rule: 'HOOK4',
    file: `${hooks}/fault-ledger.ts`,
    find: 'at - fault.at < windowMs',
    replace: 'at - fault.at <= 2 * windowMs',
  },
  {
    rule: 'HOOK4',
    file: `${hooks}/circuit-breaker.ts`,
    find: "ledger.record(fault, isSpared ? effect : '')",
    replace: 'ledger.record(fault, effect)',
  },
  {
    rule: 'HOOK5',
    file: `${hooks}/gate.ts`,
    find: 'if (owner === coreOwner) throw result.error',
    replace: '',
  },
  {
    rule: 'HOOK5',
    file: `${hooks}/gate.ts`,
    find: 'if (!result.ok || !accepts || result.value === undefined || accepts(result.value)) return result',
    replace: 'if (result.ok || accepts) return result',
  },
  {
    rule: 'HOOK6',
    file: `${hooks}/hook-bus.ts`,
    find: 'if (owner === coreOwner || stage <= lastPluginStage) return stage',
    replace: 'if (gate) return stage',
  },
  {
    rule: 'HOOK6',
    file: `${hooks}/hook-bus.ts`,
    find: 'return names.length > 0 ? names : [owner]',
    replace: 'return names.slice(-1)',
  },
  {
    rule: 'HOOK7',
    file: `${hooks}/hook-bus.ts`,
    find: 'isLive ? fn(...resolveFor(owner, args)) : undefined',
    replace: 'fn(...resolveFor(owner, args))',
  },
  {
    rule: 'HOOK7',
    file: `${hooks}/hook-bus.ts`,
    find: 'removeTap(hook, ({ name }) => name === tapName)',
    replace: '',
  },
  {
    rule: 'HOOK8',
    file: `${hooks}/collector.ts`,
    find: "if (isClosed) throw new Error('the time for additions is over')",
    replace: '',
  },
  {
    rule: 'HOOK8',
    file: `${hooks}/hook-bus.ts`,
    find: 'Object.freeze<HookBus<H>>({ on:',
    replace: 'Object.freeze<HookBus<H>>({ call: createHook, on:',
  },
  {
    rule: 'HOOK9',
    file: `${hooks}/catalogue.ts`,
    find: "  registerCommand: { kind: 'SyncHook', args: ['commands'] },\n",
    replace: '',
  },
  {
    rule: 'HOOK10',
    file: `${hooks}/gate.ts`,
    find: 'if (!allowed) throw new GateClosedError(owner, effect)',
    replace: "if (!allowed) throw new Error('off')",
  },
  {
    rule: 'HOOK10',
    file: `${hooks}/gate.ts`,
    find: '{ isFault, isolates: false, caller, requestId }',
    replace: '{ isFault, isolates: true, caller }',
  },
  {
    rule: 'HOOK10',
    file: `${hooks}/circuit-breaker.ts`,
    find: 'if (result.ok || !rules.isFault(result.error)) {',
    replace: 'if (result.ok) {',
  },
  {
    rule: 'HOOK11',
    file: `${hooks}/circuit-breaker.ts`,
    find: 'durationMs: at - startedAt',
    replace: 'durationMs: at',
  },
  {
    rule: 'HOOK11',
    file: `${hooks}/trace.ts`,
    find: `      for (const listener of listeners) {
        try {
          listener(entry)
        } catch {`,
    replace: `      {
        try {
          for (const listener of listeners) listener(entry)
        } catch {`,
  },
  {
    rule: 'HOOK12',
    file: 'kernel/server/host/server-hooks.ts',
    find: ' || reply.hasHeader(name)',
    replace: '',
  },
  {
    rule: 'HOOK12',
    file: 'kernel/server/http/child-app.ts',
    find: "path: url.replace(/[?#].*$/, '')",
    replace: 'path: url',
  },
  {
    rule: 'HOOK12',
    file: 'kernel/server/host/server-hooks.ts',
    find: 'isShipped(owner) || key.startsWith(`${owner}.`) ? key : `${owner}.${key}`',
    replace: 'key',
  },
]
