import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Pool, type PoolClient } from 'pg'
import { createPluginsFolder } from '../support/plugins/write-plugin.ts'
import { alternate } from './alternate.ts'
import { loadHttp } from './http-load.ts'
import { compared, limited, type Measurement, type Part, perSecond } from './measurement.ts'
import { type BenchPerson, type BenchServer, startBenchServer } from './start-bench-server.ts'

const connections = 32
const people = 200
const forMs = 4_000
const rounds = 5

type Pair = { readonly from: BenchPerson; readonly to: BenchPerson }

/** Any two of them, as they would meet in life. */
const anyPair = (all: readonly BenchPerson[]): Pair => {
  const at = Math.floor(Math.random() * all.length)
  const from = all[at]
  const to = all[(at + 1 + Math.floor(Math.random() * (all.length - 1))) % all.length]
  if (!from || !to) throw new Error('nobody is there to give')
  return { from, to }
}

const giftRequest = ({ from, to }: Pair): string => {
  const body = JSON.stringify({ to: to.id, amount: 1, requestKey: randomUUID() })
  return [
    'POST /api/bench-gifts/gifts HTTP/1.1',
    'host: 127.0.0.1',
    'origin: http://127.0.0.1:5173',
    'sec-fetch-site: same-origin',
    `cookie: ${from.cookies.join('; ')}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

const callFunction = async (client: PoolClient, { from, to }: Pair): Promise<void> => {
  const { rows } = await client.query<{ outcome: string }>({
    name: 'gift',
    text: `select outcome from coins.post($1, $2, 'bench-gifts:given', '', '', $3::uuid[], $4::bigint[])`,
    values: [`bench-gifts:${from.id}`, randomUUID(), [from.id, to.id], [-1, 1]],
  })
  if (rows[0]?.outcome !== 'posted') throw new Error(`the ledger answered ${rows[0]?.outcome}`)
}

/** The same function on the same accounts, called straight on as many connections: what pgbench would do. */
async function callStraight(pool: Pool, all: readonly BenchPerson[]) {
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  const began = performance.now()
  let answered = 0
  const work = clients.map(async (client) => {
    while (performance.now() < began + forMs) {
      await callFunction(client, anyPair(all))
      answered += 1
    }
  })
  await Promise.all(work).finally(() => clients.forEach((client) => client.release()))
  return { answered, perSecond: answered / ((performance.now() - began) / 1000) }
}

/** Every acknowledged gift is in the ledger once, and the whole adds up. */
async function checkLedger(pool: Pool, acknowledged: number): Promise<Measurement> {
  const { rows } = await pool.query<{ count: string; sum: string; drift: string }>(
    `select (select count(*) from coins.transfer where kind = 'bench-gifts:given')::text as count,
      (select coalesce(sum(amount), 0) from coins.entry)::text as sum, (select count(*) from coins.drift())::text as drift`,
  )
  const { count = '', sum = '', drift = '' } = rows[0] ?? {}
  const faults = Math.abs(Number(count) - acknowledged) + Math.abs(Number(sum)) + Number(drift)
  return limited({
    name: 'ledger after it',
    value: faults,
    most: 0,
    show: (value) => `${value} faults`,
    note: `${acknowledged} gifts`,
  })
}

async function compare({ connection, port, people: all }: BenchServer): Promise<Measurement[]> {
  const pool = new Pool({ ...connection, max: connections })
  let acknowledged = 0
  const count = ({ answered, perSecond }: { answered: number; perSecond: number }) => {
    acknowledged += answered
    return perSecond
  }
  try {
    const { ours, theirs } = await alternate(rounds, {
      ours: async () =>
        count(await loadHttp({ port, connections, forMs, request: () => giftRequest(anyPair(all)) })),
      theirs: async () => count(await callStraight(pool, all)),
    })
    const against = { name: 'the same SQL function over pg (pgbench is not shipped)', value: theirs }
    const bound = { least: 0.6 }
    return [
      compared({ name: 'gift over HTTP', value: ours, against, show: perSecond, bound }),
      await checkLedger(pool, acknowledged),
    ]
  } finally {
    await pool.end()
  }
}

async function measure(): Promise<Measurement[]> {
  const plugins = createPluginsFolder()
  const code = pathToFileURL(join(import.meta.dirname, 'gift-plugin.ts')).href
  plugins.write(
    {
      id: 'bench-gifts',
      version: '1.0.0',
      title: 'Gifts',
      description: 'Gifts of the bench',
      defaultEnabled: true,
    },
    `import { giftPlugin } from '${code}'\nexport default giftPlugin\n`,
  )
  try {
    const server = await startBenchServer({ people, plugins: plugins.folder })
    return await compare(server).finally(server.stop)
  } finally {
    plugins.remove()
  }
}

/** Money from one customer to another, all the way through the product. */
export const gifts: Part = { name: 'gifts', run: measure }
