import type { Mutant } from './mutant.ts'

const relay = 'builtin/panel/server/console/console-relay.ts'
const log = 'builtin/panel/server/console/console-log.ts'

/** Consoles of game servers: the relay, what is shown of it, and who may use it. */
export const consoleMutants: readonly Mutant[] = [
  {
    rule: 'PAN23',
    file: relay,
    find: `if (isFirst && this.#attempt === 0)`,
    replace: 'if (isFirst || !isFirst)',
  },
  {
    rule: 'PAN23',
    file: relay,
    find: `if (this.#viewers.size > 0 || this.#undoIdle) return`,
    replace: `if (this.#undoIdle) return`,
  },
  {
    rule: 'PAN23',
    file: relay,
    find: `    this.#undoIdle?.()\n    this.#undoIdle = null\n    const`,
    replace: `    const`,
  },
  {
    rule: 'PAN24',
    file: relay,
    find: `      socket?.send('auth', token)`,
    replace: `      if (token === '') socket?.send('auth', token)`,
  },
  {
    rule: 'PAN25',
    file: relay,
    find: `replay.slice(overlap(this.#log.texts(), replay))`,
    replace: 'replay',
  },
  {
    rule: 'PAN25',
    file: relay,
    find: `Math.max(waitBefore(this.#tries), retryAfterMs)`,
    replace: 'Math.max(waitBefore(0), retryAfterMs)',
  },
  {
    rule: 'PAN26',
    file: 'builtin/panel/server/panel-live.ts',
    find: `error.code === 'HttpException'`,
    replace: 'true',
  },
  {
    rule: 'PAN26',
    file: 'builtin/panel/server/panel-live.ts',
    find: `if (protocol === 'wss:' ||`,
    replace: `if (protocol !== 'ws:' ||`,
  },
  {
    rule: 'PAN26',
    file: 'builtin/panel/server/panel-client.ts',
    find: `area: 'client', apiKey: clientKey,`,
    replace: `area: 'client', apiKey,`,
  },
  { rule: 'PAN27', file: log, find: 'return second.count <= mostPerSecond', replace: 'return true' },
  {
    rule: 'PAN27',
    file: log,
    find: 'lines.slice(-linesKept),',
    replace: 'lines,',
  },
]
