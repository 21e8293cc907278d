import { Pool } from 'pg'
import { limited, milliseconds, type Measurement, type Part } from './measurement.ts'
import { startBenchServer, type BenchServer } from './start-bench-server.ts'

const tickets = 100_000
const perTicket = 10
const calls = 400
const budgetMs = 50

const consonants = 'bcdfghjklmnprstvwxyz'
const vowels = 'aeiou'
const syllable = (number: number) => `${consonants[Math.floor(number / 5) % 20]}${vowels[number % 5]}`

/** Syllables, so that a few letters begin as many words as in a language; frequent words are short. */
const wordOf = (number: number): string =>
  number < 100 ? syllable(number) : `${wordOf(Math.floor(number / 100))}${syllable(number % 100)}`

const fillWords = `
  create table kernel.bench_word as
  select (ordinality - 1)::int as id, word from unnest(array['${Array.from({ length: 20_000 }, (_, number) => wordOf(number)).join("','")}']) with ordinality as made (word, ordinality);
  alter table kernel.bench_word add primary key (id);
  analyze kernel.bench_word`

// A few words are in most messages and most words in few, as people write: the cube of a random number picks them.
const picked = (turn: string) => `floor(20000 * power(random() + 0 * ${turn}, 3))::int`
const words = (count: number, row: string) => `
  (select string_agg(word, ' ') from (select ${picked('turn')} as id from generate_series(1, ${count}) as turn where ${row}) as pick
    join kernel.bench_word using (id))`

const fillTickets = `
  insert into tickets.ticket (id, owner, subject, priority, status, last_by, request_key, search, created_at, updated_at, closed_at)
  select id, owner, text, 'low', status, 'customer', gen_random_uuid(), strip(to_tsvector('simple', text)),
    now() - number * interval '1 minute', now() - number * interval '1 minute', case when status = 'closed' then now() end
  from (
    select uuidv7() as id, number, owner.id as owner, left(number || ' ' || ${words(5, 'owner.id is not null and number > 0')}, 150) as text,
      (array['open', 'closed', 'closed', 'closed'])[1 + number % 4] as status
    from generate_series(1, ${tickets}) as number, (select id from kernel.identity limit 1) as owner
    where number > 0
  ) as made`

// Triggers that touch the ticket of each message are not measured here.
const fillMessages = `
  alter table tickets.message disable trigger user;
  insert into tickets.message (ticket_id, author, staff, body, request_key, created_at, released_at)
  select ticket.id, ticket.owner, false,
    ${words(12, 'ticket.id is not null and message > 0')},
    gen_random_uuid(), ticket.created_at, ticket.created_at
  from tickets.ticket, generate_series(1, ${perTicket}) as message;
  alter table tickets.message enable trigger user`

// As the product keeps it: the words of all messages of a ticket.
const index = `
  alter table tickets.ticket disable trigger user;
  update tickets.ticket t set search = strip(to_tsvector('simple', t.subject || ' ' || m.bodies))
  from (select ticket_id, string_agg(body, ' ') as bodies from tickets.message group by ticket_id) m
  where m.ticket_id = t.id;
  alter table tickets.ticket enable trigger user`

async function fill({ connection }: BenchServer): Promise<void> {
  const pool = new Pool({ ...connection, max: 1 })
  try {
    await pool.query(`set maintenance_work_mem = '256MB'`)
    await pool.query('drop index tickets.ticket_search')
    for (const sql of [fillWords, fillTickets, fillMessages, index]) await pool.query(sql)
    await pool.query('create index ticket_search on tickets.ticket using gin (search)')
    await pool.query('vacuum analyze tickets.ticket')
    await pool.query('vacuum analyze tickets.message')
  } finally {
    await pool.end()
  }
}

/** Frequent and rare words, two together, beginnings, filter words, and words that nobody wrote. */
const searches = (number: number): string => {
  const rare = wordOf(19_000 - number)
  const frequent = wordOf(number % 50)
  const texts = [
    wordOf(0),
    rare,
    `${frequent} ${wordOf(number % 70)}`,
    wordOf(100 + (number % 100)).slice(0, 3),
    `is:any ${wordOf(number % 400)}`,
    `is:closed ${rare} ${frequent.slice(0, 1)}`,
    `is:any ${frequent} ${rare.slice(0, 3)}`,
    `nothing${number}`,
  ]
  return texts[number % texts.length] ?? ''
}

async function ninetyFifth({ port, people }: BenchServer): Promise<number> {
  const cookie = people[0]?.cookies.join('; ') ?? ''
  const took: number[] = []
  for (let number = 0; number < calls; number += 1) {
    const began = performance.now()
    const search = encodeURIComponent(searches(number))
    const answer = await fetch(`http://127.0.0.1:${port}/api/tickets/queue?search=${search}`, {
      headers: { cookie },
    })
    await answer.text()
    if (answer.status !== 200) throw new Error(`the queue answers ${answer.status}`)
    took.push(performance.now() - began)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(calls * 0.95)] ?? Number.NaN
}

async function measure(): Promise<Measurement[]> {
  const server = await startBenchServer({ people: 1 })
  try {
    await fill(server)
    const note = `${tickets * perTicket} messages in ${tickets} tickets`
    const value = await ninetyFifth(server)
    return [limited({ name: 'search of tickets, p95', value, most: budgetMs, show: milliseconds, note })]
  } finally {
    await server.stop()
  }
}

/** The search of the queue over many messages. */
export const ticketSearch: Part = { name: 'ticket-search', run: measure }
