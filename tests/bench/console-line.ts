import { randomUUID } from 'node:crypto'
import { type ClientRequest, request as openRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { compared, limited, median, milliseconds, type Measurement, type Part } from './measurement.ts'
import { type BenchPerson, startBenchServer } from './start-bench-server.ts'

/** Each customer has one server, whose console nobody else watches. */
const people = 8
/** The connection to a node outlasts its last viewer by five seconds. */
const lingerMs = 6_000
/** The first line of a console is promised within this time. */
const budgetMs = 700
const patienceMs = 120_000

const options = z.object({
  locations: z.array(z.object({ id: z.string(), status: z.string() })),
  categories: z.array(z.object({ id: z.string(), eggs: z.array(z.object({ id: z.string() })) })),
})
const listed = z.object({
  servers: z.array(z.object({ id: z.string() })),
})

const headersOf = ({ cookies }: BenchPerson, address: string) => ({
  cookie: cookies.join('; '),
  origin: 'http://127.0.0.1:5173',
  'sec-fetch-site': 'same-origin',
  'x-forwarded-for': address,
})

interface Customer {
  readonly port: number
  readonly person: BenchPerson
  readonly address: string
}

async function call({ port, person, address }: Customer, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { ...headersOf(person, address), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${text}`)
  return JSON.parse(text)
}

const until = async <T>(what: string, ask: () => Promise<T | undefined>): Promise<T> => {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const found = await ask()
    if (found !== undefined) return found
    if (performance.now() > giveUpAt) throw new Error(`waited in vain until ${what}`)
    await wait(200)
  }
}

/** The demonstration's catalogue is offered soon after the start. */
const findPlace = (customer: Customer) =>
  until('there is something to order', async () => {
    const { locations, categories } = options.parse(await call(customer, '/api/servers/options'))
    const location = locations.find(({ status }) => status === 'online')
    const category = categories.find(({ eggs }) => eggs.length > 0)
    const [egg] = category?.eggs ?? []
    return location && category && egg
      ? { locationId: location.id, categoryId: category.id, eggId: egg.id }
      : undefined
  })

async function orderServer(customer: Customer, place: object): Promise<string> {
  await call(customer, '/api/servers', {
    ...place,
    name: 'Survival',
    description: '',
    memory: 512,
    cpu: 50,
    disk: 512,
    databases: 0,
    backups: 0,
    allocations: 1,
    acceptTerms: true,
    requestKey: randomUUID(),
  })
  return until('the server is built', async () => {
    const { servers } = listed.parse(await call(customer, '/api/servers'))
    return servers[0]?.id
  })
}

/** Milliseconds from opening a console until its first line, and what closes it. */
async function openConsole({ port, person, address }: Customer, id: string) {
  const began = performance.now()
  let opened: ClientRequest | undefined
  const took = await new Promise<number>((resolve, reject) => {
    opened = openRequest(
      {
        port,
        host: '127.0.0.1',
        path: `/api/servers/${id}/console`,
        headers: { ...headersOf(person, address), accept: 'text/event-stream' },
      },
      (response) => {
        let text = ''
        if (response.statusCode !== 200) reject(new Error(`the console answers ${response.statusCode}`))
        response.setEncoding('utf8')
        response.on('data', (more: string) => {
          text += more
          if (text.includes('"from":"game"')) resolve(performance.now() - began)
        })
        response.on('error', reject)
      },
    )
    opened.on('error', reject)
    opened.end()
  })
  return { took, close: () => opened?.destroy() }
}

const show = (values: readonly number[]) =>
  `${milliseconds(median(values))} in the middle, ${values.length} consoles`

async function compare(customers: readonly Customer[]): Promise<Measurement[]> {
  const [first] = customers
  if (!first) throw new Error('nobody is there')
  const place = await findPlace(first)
  const ids = await Promise.all(customers.map((each) => orderServer(each, place)))
  // A new game starts with the first look at it; afterwards it has run for a while.
  for (const [index, customer] of customers.entries()) (await openConsole(customer, ids[index] ?? '')).close()
  await wait(lingerMs)
  const [alone, joined, calls]: [number[], number[], number[]] = [[], [], []]
  for (const [index, customer] of customers.entries()) {
    const id = ids[index] ?? ''
    const began = performance.now()
    await call(customer, `/api/servers/${id}`)
    calls.push(performance.now() - began)
    const opened = await openConsole(customer, id)
    const late = await openConsole(customer, id)
    alone.push(opened.took)
    joined.push(late.took)
    opened.close()
    late.close()
  }
  return [
    limited({
      name: 'console: open to first line, slowest',
      value: Math.max(...alone),
      most: budgetMs,
      show: milliseconds,
      note: show(alone),
    }),
    compared({
      name: 'console: first line',
      value: median(alone),
      against: { name: 'one call', value: median(calls) },
      show: milliseconds,
      bound: { most: 25 },
    }),
    compared({
      name: 'console: first line of one that is watched already',
      value: median(joined),
      against: { name: 'one call', value: median(calls) },
      show: milliseconds,
      bound: { most: 3 },
    }),
  ]
}

async function measure(): Promise<Measurement[]> {
  const server = await startBenchServer({ people, areCustomers: true })
  const customers = server.people.map((person, index) => ({
    port: server.port,
    person,
    address: `10.2.0.${index + 1}`,
  }))
  return compare(customers).finally(server.stop)
}

/** Customers who open the consoles of their servers, on the panel emulator. */
export const consoleLine: Part = { name: 'console-line', run: measure }
