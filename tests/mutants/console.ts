import type { Mutant } from './mutant.ts'

const relay = 'builtin/panel/server/console/console-relay.ts'
const states = 'builtin/panel/server/console/game-states.ts'
const usage = 'builtin/servers/server/usage-queries.ts'
const sampling = 'builtin/servers/server/sample-usage.ts'
const log = 'builtin/panel/server/console/console-log.ts'
const watched = 'builtin/servers/server/find-watched.ts'

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
    rule: 'PAN29',
    file: relay,
    find: `if (problem === 'node' ||`,
    replace: `if (problem === 'key' ||`,
  },
  {
    rule: 'SRV91',
    file: 'builtin/servers/server/handle-console.ts',
    find: '`${action}:${row.id}`, rule',
    replace: '`${action}:${row.id}:${process.pid}`, rule',
  },
  {
    rule: 'PAN40',
    file: relay,
    find: `=== 'node' || problem === 'busy')`,
    replace: `=== 'node')`,
  },
  {
    rule: 'PAN40',
    file: 'builtin/panel/server/panel-transport.ts',
    find: `error.reason === 'rate-limited' && !ownLimit`,
    replace: `error.reason === 'rate-limited'`,
  },
  {
    rule: 'PAN29',
    file: relay,
    find: `    this.#setLink(isLive)\n    this.#poll.stop()\n`,
    replace: `    this.#setLink(isLive)\n`,
  },
  {
    rule: 'PAN29',
    file: 'builtin/panel/server/panel-live.ts',
    find: `pathOf(uuid, 'resources')`,
    replace: `pathOf(uuid, 'websocket')`,
  },
  { rule: 'PAN33', file: states, find: 'before.until > now', replace: 'before.until > now + 60_000' },
  { rule: 'PAN33', file: states, find: 'if (seen !== null) return seen', replace: '' },
  { rule: 'PAN33', file: states, find: 'callsPerMinute() * shareOfBudget', replace: 'callsPerMinute()' },
  {
    rule: 'PAN33',
    file: 'builtin/panel/server/console/consoles.ts',
    find: '        states.forget(panelId)\n',
    replace: '',
  },
  {
    rule: 'PAN33',
    file: states,
    find: 'return known.get(panelId) === asked ? state : null',
    replace: 'return state',
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
    find: `apiKey: clientKey,`,
    replace: `apiKey,`,
  },
  { rule: 'PAN27', file: log, find: 'return second.count <= mostPerSecond', replace: 'return true' },
  {
    rule: 'PAN27',
    file: log,
    find: 'lines.slice(-linesKept),',
    replace: 'lines,',
  },
  {
    rule: 'SRV57',
    file: 'builtin/servers/server/handle-console.ts',
    find: `request.headers.accept?.includes('text/event-stream')`,
    replace: `request.headers.accept === ''`,
  },
  {
    rule: 'SRV58',
    file: watched,
    find: `isStaff ? findServer(orm, id) : findServerOf(orm, actor.id, id)`,
    replace: `isStaff ? findServer(orm, id) : findServer(orm, id)`,
  },
  {
    rule: 'SRV58',
    file: watched,
    find: `if (isStaff && !(await mayActOn(services, actor, row.owner)))`,
    replace: `if (actor.id === row.owner)`,
  },
  {
    rule: 'SRV58',
    file: watched,
    find: `if (!sessions.some((each) => each.id === actor.session)) return false`,
    replace: `if (sessions.length > 99) return false`,
  },
  {
    rule: 'SRV58',
    file: watched,
    find: `if (!isStaff) return row.owner === actor.id`,
    replace: `if (!isStaff) return true`,
  },
  {
    rule: 'SRV59',
    file: 'builtin/servers/contract/console.ts',
    find: `  .regex(/^\\P{Cc}*$/u)`,
    replace: '',
  },
  {
    rule: 'SRV59',
    file: 'builtin/servers/server/handle-console.ts',
    find: `rule: { max: 10, perSeconds: 10 },`,
    replace: `rule: { max: 1_000, perSeconds: 10 },`,
  },
  {
    rule: 'SRV59',
    file: 'builtin/servers/server/handle-console.ts',
    find: `'unknown-outcome': 'SERVERS_UNCLEAR',`,
    replace: `'unknown-outcome': 'SERVERS_PANEL_AWAY',`,
  },
  {
    rule: 'SRV59',
    file: 'builtin/servers/browser/power-buttons.tsx',
    find: `(signal === 'kill' ? setAsking(true) : void send(signal))`,
    replace: 'void send(signal)',
  },
  {
    rule: 'SRV67',
    file: 'builtin/servers/browser/server-cards.tsx',
    find: "isPowered && statusOf(row) === 'active'",
    replace: 'isPowered',
    noticedBy: 'builtin/servers/servers-pages.test.tsx',
  },
  {
    rule: 'SRV67',
    file: 'builtin/servers/browser/server-cards.tsx',
    find: 'isPowered && statusOf(row)',
    replace: 'statusOf(row)',
    noticedBy: 'builtin/servers/servers-pages.test.tsx',
  },
  {
    rule: 'SRV82',
    file: 'builtin/servers/server/handle-console.ts',
    find: `  status === 'active' && (panelState`,
    replace: `  status !== 'deleting' && (panelState`,
  },
  {
    rule: 'SRV82',
    file: 'builtin/servers/browser/server-state.tsx',
    find: `if (game && status === 'active')`,
    replace: 'if (game)',
    noticedBy: 'builtin/servers/servers-pages.test.tsx',
  },
  {
    rule: 'SRV64',
    file: 'builtin/servers/browser/server-page.tsx',
    find: 'const isPowered = isOn && isAllowed',
    replace: 'const isPowered = isAllowed',
  },
  {
    rule: 'SRV64',
    file: 'builtin/servers/browser/server-page.tsx',
    find: 'limit: bytes(live.memory * megabyte)',
    replace: 'limit: bytes(now.memory)',
  },
  {
    rule: 'SRV60',
    file: watched,
    find: `  if (!services.consoles.available()) throw`,
    replace: '  if (row.id === actor.id) throw',
  },
  {
    rule: 'SRV60',
    file: 'builtin/servers/browser/server-tabs.tsx',
    find: 'return isStaff || (isOn && owner === null)',
    replace: 'return true',
  },
  {
    rule: 'SRV61',
    file: 'builtin/servers/browser/console-output.tsx',
    find: `aria-live="off"`,
    replace: `aria-live="polite"`,
  },
  {
    rule: 'SRV61',
    file: 'builtin/servers/browser/console-store.ts',
    find: 'state.lines.filter(({ n }) => n < first)',
    replace: 'state.lines',
  },
  { rule: 'SRV62', file: 'builtin/servers/browser/read-usage.ts', find: `bytes < 0 || `, replace: '' },
  ...(
    [
      ['SRV77', usage, 'sample.received_total >= before.received_total', 'true'],
      ['SRV77', usage, 'excluded.${name}_average', 'u.${name}_average'],
      ['SRV77', 'builtin/servers/server/handle-usage.ts', 'id, isStaff: false', 'id, isStaff: true'],
      ['SRV77', sampling, "state === null || state === 'offline'", 'state === null'],
      [
        'SRV77',
        'builtin/servers/browser/read-usage-history.ts',
        '!isLast && next - start <= widest',
        '!isLast',
      ],
      [
        'SRV77',
        'builtin/servers/browser/read-usage-history.ts',
        '1.5 * usualStep(history)',
        '1.5 * history.bucketMs',
      ],
      ['SRV78', sampling, 'const shareOfBudget = 0.5', 'const shareOfBudget = 1'],
      ['SRV78', sampling, '  if (!consoles.available()) return\n', ''],
      ['SRV78', sampling, 'max: perMinute, perSeconds', 'max: 2 * perMinute, perSeconds'],
      ['SRV78', sampling, "['rate-limited', 'unauthorized']", '[]'],
      ['SRV78', sampling, 'run.failures < mostFailures', 'run.failures > 0'],
      ['SRV78', usage, "where status = 'active' and", 'where'],
      ['SRV78', 'builtin/panel/server/console/consoles.ts', '      if (seen) return seen\n', ''],
      ['SRV79', sampling, 'if (minute % 60 === cleaningMinute)', 'if (minute < 0)'],
      ['SRV79', usage, 'Math.min(Math.max(value, 0), Number.MAX_SAFE_INTEGER)', 'value'],
      ['SRV79', usage, "or(outdated('day'), outdated('month'))", "outdated('month')"],
    ] as const
  ).map(([rule, file, find, replace]) => ({ rule, file, find, replace })),
  {
    rule: 'SRV63',
    file: 'builtin/servers/browser/server-tabs.tsx',
    find: `aria-current={tab === current ? 'page' : undefined}`,
    replace: '',
  },
]
