import { randomUUID } from 'node:crypto'
import { type ClientRequest, request as openRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { limited, milliseconds, type Measurement, type Part } from './measurement.ts'
import { type BenchPerson, type BenchServer, startBenchServer } from './start-bench-server.ts'

const tickets = 100
/** Each ticket is open in two pages: that of its customer and that of one of the team. */
const pages = tickets * 2
const rounds = 5
/** Customers reply one after the other, so far apart. */
const betweenMs = 25
/** Readers of a ticket are promised news within a second. */
const budgetMs = 1_000
const bytesOfPage = 100_000
const processorBudget = 10
const quietMs = 20_000
const patienceMs = 30_000

interface Conversation {
  readonly id: string
  readonly customer: BenchPerson
  readonly agent: BenchPerson
  readonly address: string
}

/** A page with a live connection. */
interface OpenPage {
  /** The next word that the ticket has changed. */
  nextChange(): Promise<void>
  close(): void
}

const headersOf = ({ cookies }: BenchPerson, address: string) => ({
  cookie: cookies.join('; '),
  origin: 'http://127.0.0.1:5173',
  'sec-fetch-site': 'same-origin',
  'x-forwarded-for': address,
})

async function call(port: number, path: string, person: BenchPerson, address: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${port}/api/tickets${path}`, {
    headers: { ...headersOf(person, address), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${text}`)
  return text
}

async function openTicket(
  port: number,
  people: readonly BenchPerson[],
  number: number,
): Promise<Conversation> {
  const [customer, agent] = [people[number * 2], people[number * 2 + 1]]
  if (!customer || !agent) throw new Error('too few people are there')
  const address = `10.1.${number >> 8}.${number & 255}`
  const answer = await call(port, '', customer, address, {
    departmentId: null,
    serverId: null,
    withDiagnosis: false,
    subject: `My server does not start (${number})`,
    body: 'It stopped last night and does not start again.',
    files: [],
    requestKey: randomUUID(),
  })
  const { id } = JSON.parse(answer) as { readonly id: string }
  return { id, customer, agent, address }
}

/** Opens the page's stream; fulfilled with the first event, which comes at once. */
async function openPage(port: number, path: string, person: BenchPerson, address: string): Promise<OpenPage> {
  let tell: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const nextChange = () =>
    new Promise<void>((resolve, reject) => {
      tell = resolve
      fail = reject
    })
  const first = nextChange()
  const call: ClientRequest = openRequest(
    {
      port,
      host: '127.0.0.1',
      path,
      headers: { ...headersOf(person, address), accept: 'text/event-stream' },
    },
    (response) => {
      if (response.statusCode !== 200) fail(new Error(`${path} answers ${response.statusCode}`))
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        if (text.includes('event: change')) tell()
      })
      response.on('error', fail)
    },
  )
  call.on('error', (error) => fail(error))
  call.end()
  await first
  return { nextChange, close: () => call.destroy() }
}

const openBoth = async (port: number, { id, customer, agent, address }: Conversation) => {
  const paths = [`/api/tickets/live?ticket=${id}`, `/api/tickets/queue/live?ticket=${id}`] as const
  return Promise.all([openPage(port, paths[0], customer, address), openPage(port, paths[1], agent, address)])
}

/** Milliseconds from the click of the customer until the page of the team holds the reply. */
async function replyAndRead(port: number, { id, customer, agent, address }: Conversation, page: OpenPage) {
  const body = `Still nothing: ${randomUUID()}`
  const began = performance.now()
  const changed = page.nextChange()
  await call(port, `/${id}/replies`, customer, address, { body, files: [], requestKey: randomUUID() })
  await Promise.race([
    changed,
    wait(patienceMs, null, { ref: false }).then(() =>
      Promise.reject(new Error(`ticket ${id} tells no change`)),
    ),
  ])
  const read = await call(port, `/queue/${id}`, agent, address)
  if (!read.includes(body)) throw new Error(`ticket ${id} tells a change before its reply can be read`)
  return performance.now() - began
}

async function compare(server: BenchServer): Promise<Measurement[]> {
  const { port, people } = server
  const all: Conversation[] = []
  for (let number = 0; number < tickets; number += 1) all.push(await openTicket(port, people, number))
  // The first page of all loads what every further one uses.
  const [first] = all
  if (first) for (const page of await openBoth(port, first)) page.close()
  const before = await server.readMemory()
  const opened = await Promise.all(all.map((each) => openBoth(port, each)))
  await wait(quietMs / 4)
  const perPage = ((await server.readMemory()) - before) / pages
  const spent = await server.readProcessor()
  await wait(quietMs)
  const share = (((await server.readProcessor()) - spent) / quietMs) * 100

  const took: Promise<number>[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const [at, each] of all.entries()) {
      const [, page] = opened[at] ?? []
      if (page) took.push(replyAndRead(port, each, page))
      await wait(betweenMs)
    }
  const sorted = (await Promise.all(took)).toSorted((a, b) => a - b)
  for (const page of opened.flat()) page.close()
  return [
    limited({
      name: 'live ticket: reply to page, p95',
      value: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
      most: budgetMs,
      show: milliseconds,
      note: `${sorted.length} replies, ${pages} open pages, the reading of the ticket included`,
    }),
    limited({
      name: 'live ticket: memory of a page',
      value: perPage,
      most: bytesOfPage,
      show: (bytes) => `${Math.round(bytes / 1000)} KB`,
      note: `${pages} open pages`,
    }),
    limited({
      name: 'live ticket: processor while nothing changes',
      value: share,
      most: processorBudget,
      show: (percent) => `${percent.toFixed(0)} %`,
      note: 'of one core',
    }),
  ]
}

async function measure(): Promise<Measurement[]> {
  const server = await startBenchServer({ people: pages })
  return compare(server).finally(server.stop)
}

/** Customers and team with open pages of tickets. */
export const liveTickets: Part = { name: 'live-tickets', run: measure }
