import { randomBytes, randomUUID } from 'node:crypto'
import { request as callHttp, Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool, type PoolConfig } from 'pg'
import { z } from 'zod'
import { startBalancingProxy } from '../support/product/balancing-proxy.ts'
import { limited, median, type Measurement, type Part } from './measurement.ts'
import { type BenchPerson, type BenchServer, startBenchServer } from './start-bench-server.ts'

const people = 500
/** The long form takes thirty. */
const minutes = Number(process.env['BENCH_MINUTES'] ?? 1)
/** People look at what they see before they do something else. */
const thinkMs = { least: 2_000, most: 8_000 }
const mostMs = 250
const mostGrowth = 1.1

const origin = 'http://127.0.0.1:5173'

interface Act {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

const read = (path: string) => (): Act => ({ method: 'GET', path })

type Choice = readonly [weight: number, act: (others: readonly BenchPerson[]) => Act]

/** The things that customers do, by how often. */
const choices: readonly Choice[] = [
  [30, read('/api/user/session')],
  [12, read('/api/servers')],
  [8, read('/api/servers/limits')],
  [8, read('/api/coins/statement')],
  [8, read('/api/store/items')],
  [6, read('/api/leaderboard')],
  [8, read('/api/notifications')],
  [6, read('/api/tickets')],
  [4, read('/api/announcements/feed')],
  [
    7,
    (others) => {
      const to = others[Math.floor(Math.random() * others.length)]?.id
      return { method: 'POST', path: '/api/gifts', body: { to, coins: 10, fee: 1, requestKey: randomUUID() } }
    },
  ],
  [
    3,
    () => ({
      method: 'POST',
      path: '/api/tickets',
      body: {
        departmentId: null,
        serverId: null,
        withDiagnosis: false,
        subject: 'My server is slow',
        body: 'Since this morning players wait.',
        files: [],
        requestKey: randomUUID(),
      },
    }),
  ],
]

const created = z.object({ id: z.uuid() })

const closing = (answer: string): Act => ({
  method: 'POST',
  path: `/api/tickets/${created.parse(JSON.parse(answer)).id}/close`,
})

const total = choices.reduce((sum, [weight]) => sum + weight, 0)

const choose = (others: readonly BenchPerson[]): Act => {
  let left = Math.random() * total
  for (const [weight, act] of choices) {
    left -= weight
    if (left < 0) return act(others)
  }
  return read('/api/user/session')()
}

interface Sample {
  readonly status: number
  readonly ms: number
  readonly path: string
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: people })

/** One call, to the end of its answer, which is given back with it. A call that got none counts as 599. */
const send = (url: string, place: number, { cookies }: BenchPerson, { method, path, body }: Act) =>
  new Promise<Sample>((resolve) => {
    const began = performance.now()
    const pieces: Buffer[] = []
    const done = (status: number) =>
      resolve({
        status,
        ms: performance.now() - began,
        path: `${method} ${path.replace(/[0-9a-f-]{36}/, ':id')}`,
        text: Buffer.concat(pieces).toString(),
      })
    const content = body && JSON.stringify(body)
    const call = callHttp(`${url}${path}`, {
      agent,
      method,
      headers: {
        cookie: cookies.join('; '),
        origin,
        'sec-fetch-site': 'same-origin',
        // Each from an address of their own, as people are.
        'x-forwarded-for': `198.18.${place >> 8}.${place & 255}`,
        ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      },
    })
    call.on('error', () => done(599))
    call.on('response', (answer) => {
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('end', () => done(answer.statusCode ?? 599))
      answer.on('error', () => done(599))
    })
    call.end(content)
  })

/** A person who does one thing after the other until the time is over. */
async function live(
  url: string,
  all: readonly BenchPerson[],
  place: number,
  until: number,
  keep: (sample: Sample) => void,
) {
  const person = all[place]
  if (!person) return
  const others = all.filter((each) => each !== person)
  // Not everybody begins at the same moment.
  await wait(Math.random() * thinkMs.most)
  while (performance.now() < until) {
    const act = choose(others)
    const answer = await send(url, place, person, act)
    keep(answer)
    // Only so many tickets of one customer may be open.
    if (act.method === 'POST' && act.path === '/api/tickets' && answer.status < 300) {
      await wait(thinkMs.least)
      keep(await send(url, place, person, closing(answer.text)))
    }
    await wait(thinkMs.least + Math.random() * (thinkMs.most - thinkMs.least))
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`
const times = (ratio: number) => `${ratio.toFixed(2)} x`
const count = (value: number) => String(value)

/** Memory of both processes in each tenth of the time. */
async function watchMemory(servers: readonly BenchServer[], until: number) {
  const seen: number[] = []
  const everyMs = (until - performance.now()) / 10
  while (performance.now() + everyMs / 2 < until) {
    await wait(everyMs)
    const sizes = await Promise.all(servers.map((server) => server.readMemory()))
    seen.push(sizes.reduce((sum, bytes) => sum + bytes, 0))
  }
  return seen
}

const addressOf = ({ user, password, host, port, database }: PoolConfig): string => {
  const url = new URL('postgresql://localhost')
  url.username = String(user ?? '')
  url.password = typeof password === 'string' ? password : ''
  url.pathname = String(database ?? '')
  if (port !== undefined) url.port = String(port)
  // The embedded database listens on a socket, whose folder is the host.
  if (host?.startsWith('/')) url.searchParams.set('host', host)
  else url.hostname = host ?? 'localhost'
  return url.href
}

/** The proxy says in its answer why it had none of a process. */
const reasonsOf = (samples: readonly Sample[]) =>
  [
    ...new Set(
      samples.map(
        ({ status, path, text }) => `${status} ${path}${status < 500 ? '' : ` ${text.slice(0, 80)}`}`,
      ),
    ),
  ].join(', ')

function judge(samples: readonly Sample[], memory: readonly number[], drift: number): Measurement[] {
  const ordered = samples.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => ordered[Math.floor(ordered.length * share)] ?? Number.NaN
  const failed = samples.filter(({ status }) => status >= 500)
  const refused = samples.filter(({ status }) => status >= 400 && status < 500)
  const third = Math.max(1, Math.floor(memory.length / 3))
  const early = median(memory.slice(0, third))
  const late = median(memory.slice(-third))
  const told = `${samples.length} calls of ${people} people in ${minutes} min over 2 processes`
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return [
    limited({
      name: 'mixed load: 5xx',
      value: failed.length,
      most: 0,
      show: count,
      note: reasonsOf(failed) || told,
    }),
    limited({
      name: 'mixed load: refused',
      value: refused.length / samples.length,
      most: 0.01,
      show: times,
      note: reasonsOf(refused),
    }),
    limited({ name: 'mixed load: p99', value: at(0.99), most: mostMs, show: ms, note: `p50 ${ms(at(0.5))}` }),
    limited({
      name: 'mixed load: memory, late against early',
      value: late / early,
      most: mostGrowth,
      show: times,
      note: `${megabytes(early)} to ${megabytes(late)}`,
    }),
    limited({
      name: 'mixed load: accounts that differ from their entries',
      value: drift,
      most: 0,
      show: count,
    }),
  ]
}

async function load(servers: readonly BenchServer[], url: string): Promise<Measurement[]> {
  const [first] = servers
  if (!first) return []
  const until = performance.now() + minutes * 60_000
  const samples: Sample[] = []
  const [memory] = await Promise.all([
    watchMemory(servers, until),
    ...first.people.map((_person, place) =>
      live(url, first.people, place, until, (sample) => samples.push(sample)),
    ),
  ])
  agent.destroy()
  const pool = new Pool(first.connection)
  const { rows } = await pool.query<{ drift: number }>('select count(*)::int as drift from coins.drift()')
  await pool.end()
  return judge(samples, memory, rows[0]?.drift ?? Number.NaN)
}

async function measure(): Promise<Measurement[]> {
  const env = { SECRET_KEY: randomBytes(32).toString('base64') }
  const first = await startBenchServer({ people, areCustomers: true, env })
  const servers = [first]
  const proxy = await startBalancingProxy()
  try {
    const DATABASE_URL = addressOf(first.connection)
    servers.push(await startBenchServer({ people: 0, areCustomers: true, env: { ...env, DATABASE_URL } }))
    for (const { port } of servers) await proxy.add(port)
    return await load(servers, proxy.url)
  } finally {
    await proxy.stop()
    for (const server of servers.toReversed()) await server.stop()
  }
}

/** A day's usual mix of 500 people over two processes behind the proxy of the README. */
export const mixedLoad: Part = { name: 'mixed', run: measure }
