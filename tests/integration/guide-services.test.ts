import { Wallet } from '@spawnpoint/contracts/coins'
import { Mailer } from '@spawnpoint/contracts/mail'
import { Notifier } from '@spawnpoint/contracts/notifications'
import { ServerControl, ServerGrants } from '@spawnpoint/contracts/servers'
import { TicketDesk } from '@spawnpoint/contracts/tickets'
import { userCreated, UserNames } from '@spawnpoint/contracts/users'
import { WebhookMessages } from '@spawnpoint/contracts/webhooks'
import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { standIn, startPluginServer, type TestPluginServer } from '@spawnpoint/sdk/testing/server'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readGuideProject, writeProject } from '../support/plugins/guide-project.ts'

const guide = 'sdk/README.md'
const cookbook = 'builtin/sdk-docs/server/pages/cookbook.md'

const words =
  'acme-notes:\n  title: Notes\n  description: Notes\n  errors: { ACME_NOTES_FULL: You have 100 notes already. }\n'
const noteTable = readGuideProject(guide, { until: 'server/migrations/0001_note.sql', own: {} })
const visitTable = readGuideProject(cookbook, { until: 'server/migrations/0001_visit.sql', own: {} })

/** Calls functions of a guide by name, with texts: what they answer is the reply. */
const runnerFile = (imports: string, functions: string, lists: string) => `
import { defineEndpoint } from '@spawnpoint/sdk/common'
import { answer, definePluginServer } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
${imports}
const run = defineEndpoint({ method: 'POST', path: '/api/acme-notes/run', summary: 'Runs', access: { user: true },
  body: z.strictObject({ name: z.string(), given: z.array(z.string()) }), reply: z.object({ result: z.unknown() }) })
const answerRun = answer(run, manifest, async ({ actor, body: { name, given: [one = '', two = ''] }, services, db, config }) => {
  const functions: Record<string, () => unknown> = { ${functions} }
  return { result: (await functions[name]?.()) ?? null }
})
export default definePluginServer(manifest, { ${lists} })
`

const manifestFile = (more: string) => `
import { defineManifest } from '@spawnpoint/sdk/manifest'
import { settings } from './settings.ts'
export default defineManifest({ id: 'acme-notes', version: '0.1.0', title: 'Notes', description: 'Notes', settings,
  capabilities: ['server.http', 'server.db', 'server.jobs', 'server.events:users:created', 'http.external:api.example.com',
    ...['coins.wallet', 'users.names', 'notifications.notifier', 'mail.mailer', 'tickets.desk', 'servers.control',
      'servers.grants', 'webhooks.messages'].map((token) => \`server.services:\${token}\`)],
  dependencies: { coins: '*', webhooks: '*' }, server: 'server/index.ts', migrations: 'server/migrations', ${more} })
`

/** Requests to the stand-ins, the latest last. */
const asked: (readonly [string, unknown])[] = []
const hear =
  <const A>(name: string, reply: A) =>
  async (request: unknown): Promise<A> => {
    asked.push([name, request])
    return reply
  }
const ada = randomUUID()

const services = [
  standIn(UserNames, {
    find: async (id: string) => (id === ada ? { id, username: 'ada' } : null),
    findMany: async (ids: readonly string[]) => ids.map((id) => ({ id, username: 'ada' })),
  }),
  standIn(Notifier, { notify: hear('notify', { ok: true }) }),
  standIn(Mailer, { send: hear('mail', { ok: true }) }),
  standIn(TicketDesk, { open: hear('ticket', { ok: true }) }),
  standIn(ServerControl, {
    find: async (server: string) => (server === 'gone' ? null : { id: server, owner: ada, name: 'Skyblock' }),
    suspend: hear('suspend', { ok: true }),
  }),
  standIn(ServerGrants, { add: hear('grant', { ok: true }) }),
  standIn(WebhookMessages, { send: hear('webhook', { ok: true, status: 'pending' }) }),
  standIn(Wallet, {
    earn: hear('earn', { ok: true }),
    charge: hear('charge', { ok: false, reason: 'insufficient', available: 3 }),
  }),
]

const importFrom = (folder: string, file: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)

/** Starts the project of a guide with modules of our own around it. */
function startGuide(files: ReadonlyMap<string, string>) {
  const project = writeProject(files)
  let server: TestPluginServer | undefined
  beforeAll(async () => {
    server = await startPluginServer({ folder: project.folder, services })
  })
  afterAll(async () => {
    await server?.stop()
    project.remove()
  })
  const running = () => {
    if (!server) throw new Error('The server has not started')
    return server
  }
  return {
    folder: project.folder,
    running,
    /** Runs a function of the guide; answers what it gives and what it asked for. */
    async run(name: string, ...given: readonly string[]) {
      asked.length = 0
      const person = await running().signIn({ permissions: ['plugin.acme-notes.view'] })
      const { status, body } = await person.send('POST', '/api/acme-notes/run', { name, given })
      expect([status, body]).toEqual([200, expect.anything()])
      return { result: body['result'], asked: [...asked] }
    },
  }
}

const withoutManifest = (files: ReadonlyMap<string, string>, own: Readonly<Record<string, string>>) =>
  new Map([
    ...[...files].filter(([name]) => !name.endsWith('.sql') && !name.endsWith('.test.ts')),
    ...Object.entries(own),
  ])

describe('the first server module of the guide', () => {
  const guided = startGuide(new Map([...noteTable, ['locales/en.yml', words]]))

  it('[SDD31] keeps a note, and no more than 100', async () => {
    const server = guided.running()
    const addNote = (await importFrom(guided.folder, 'contract/index.ts'))['addNote'] as AnyEndpoint
    const grace = await server.signIn()
    await grace.call(addNote, { body: { text: 'Milk' } as never })
    expect(await server.rows('select text from acme_notes.note')).toEqual([{ text: 'Milk' }])
    await server.rows(
      `insert into acme_notes.note (owner, text) select $1, 'Milk' from generate_series(2, 100)`,
      [grace.id],
    )
    await expect(grace.call(addNote, { body: { text: 'Milk' } as never })).rejects.toMatchObject({
      code: 'ACME_NOTES_FULL',
      status: 409,
    })
  })
})

describe('the services, jobs and files of the guide', () => {
  const guided = startGuide(
    withoutManifest(readGuideProject(guide, { until: 'server/describe.ts', own: {} }), {
      'manifest.ts': manifestFile(''),
      'server/migrations/0001_note.sql': noteTable.get('server/migrations/0001_note.sql') ?? '',
      'locales/en.yml': words,
      'server/index.ts': runnerFile(
        `import { announce } from './announce.ts'
import { handleAttachFile } from './attach-file.ts'
import { describe } from './describe.ts'
import { nameOf } from './name-of.ts'
import { pauseIdle } from './remind-idle.ts'
import { rentMemory } from './rent.ts'
import { tellPaid } from './tell.ts'
import { tidyNotes } from './tidy-notes.ts'
import { welcome } from './welcome.ts'`,
        `nameOf: () => nameOf(services, one), tellPaid: () => tellPaid(services, one, two), pauseIdle: () => pauseIdle(services, one),
    rentMemory: () => rentMemory(services, one, 512, two), announce: () => announce(services, { id: two, owner: one, title: 'Milk' }),
    settings: () => config.read()`,
        `endpoints: [answerRun, handleAttachFile], jobs: [tidyNotes], listeners: [welcome],
  setup: (context) => describe(context, context.db)`,
      ),
    }),
  )

  it('[SDD31] name a user, or nobody', async () => {
    expect((await guided.run('nameOf', ada)).result).toBe('ada')
    expect((await guided.run('nameOf', randomUUID())).result).toBe('somebody')
  })

  it('[SDD31] notify a user, rent memory and send a webhook, each once for its key', async () => {
    const told = await guided.run('tellPaid', ada, 'n1')
    expect(told).toMatchObject({ result: true, asked: [['notify', { user: ada, key: 'paid:n1' }]] })
    const rented = await guided.run('rentMemory', ada, 'r1')
    expect(rented).toEqual({
      result: true,
      asked: [['grant', { user: ada, change: { memory: 512 }, key: 'r1' }]],
    })
    const sent = await guided.run('announce', ada, 'n1')
    expect(sent).toMatchObject({ result: true, asked: [['webhook', { key: 'shared:n1', people: [ada] }]] })
  })

  it('[SDD31] pause an idle server, and tell its owner by email and ticket', async () => {
    const { result, asked: requests } = await guided.run('pauseIdle', 's1')
    expect(result).toBe(true)
    expect(requests).toMatchObject([
      ['suspend', { server: 's1' }],
      ['mail', { user: ada, subject: 'Your server Skyblock is paused', key: 'idle:s1' }],
      ['ticket', { user: ada, key: 'idle:s1' }],
    ])
    expect(await guided.run('pauseIdle', 'gone')).toEqual({ result: false, asked: [] })
  })

  it('[SDD31] read the settings with what an operator has not set', async () => {
    expect((await guided.run('settings')).result).toMatchObject({ greeting: 'Hello', keep_days: 30 })
  })

  it('[SDD31] take a file as a form', async () => {
    const server = guided.running()
    const person = await server.signIn()
    const body = new FormData()
    body.append('file', new Blob(['Milk']), 'list.txt')
    const answer = await fetch(`${server.url}/api/acme-notes/files`, {
      method: 'POST',
      headers: { cookie: person.cookie, origin: 'http://127.0.0.1:5173', 'sec-fetch-site': 'same-origin' },
      body,
    })
    expect([answer.status, await answer.json()]).toMatchObject([200, { bytes: 4 }])
  })

  it('[SDD31] welcome a new user once, count notes for the session and the health page, and tidy', async () => {
    const server = guided.running()
    const grace = await server.signIn()
    await server.emit(userCreated, { id: grace.id })
    const notes = () => server.rows('select text from acme_notes.note where owner = $1', [grace.id])
    await vi.waitFor(async () => expect(await notes()).toEqual([{ text: 'Welcome' }]))
    const { body } = await grace.send('GET', '/api/user/session')
    expect(body['stats']).toMatchObject({ 'acme-notes.notes': 1 })
    const { health } = server.server.host.find('acme-notes')?.owned.registrations ?? { health: [] }
    expect(await health[0]?.check()).toEqual({ status: 'healthy', detail: '1 notes' })
    await server.runJob('tidy')
    expect(await notes()).toEqual([{ text: 'Welcome' }])
  })
})

describe('the recipes for the server module', () => {
  const guided = startGuide(
    withoutManifest(readGuideProject(cookbook, { until: 'server/read-settings.ts', own: {} }), {
      'manifest.ts':
        manifestFile(`permissions: { defines: [{ constant: 'ACME_NOTES_VIEW', value: 'plugin.acme-notes.view',
    category: 'Notes', description: 'See all visits' }] }`),
      'server/migrations/0001_note.sql': noteTable.get('server/migrations/0001_note.sql') ?? '',
      'server/migrations/0002_visit.sql': visitTable.get('server/migrations/0001_visit.sql') ?? '',
      'locales/en.yml': words,
      'server/index.ts': runnerFile(
        `import { countNotes } from '../contract/count-notes.ts'
import { buy } from './buy.ts'
import { answerListVisits } from './list-visits.ts'
import { mergeNotes } from './merge-notes.ts'
import { namesOf } from './name-of.ts'
import { payFor } from './pay.ts'
import { readRate } from './rate.ts'
import { readSettings } from './read-settings.ts'
import { readVisits } from './read-visits.ts'
import { tidy } from './tidy.ts'
import { tellOutside } from './webhook.ts'
import { welcome } from './welcome.ts'
const answerCount = answer(countNotes, manifest, async ({ db }) => ({ notes: (await db.sql\`select from note\`).length }))`,
        `payFor: () => payFor(services, { id: two, owner: one }), buy: () => buy(services, one, two),
    namesOf: async () => [...await namesOf(services, [one])], merge: () => mergeNotes(db, actor.id, one, two),
    readVisits: () => readVisits(db, { limit: 2, cursor: one || undefined }), settings: () => readSettings(config),
    readRate: () => readRate(async () => Response.json({ rate: 2.5 })),
    tellOutside: () => tellOutside(services, { id: two, owner: one }, 'whsec_c2VjcmV0')`,
        'endpoints: [answerRun, answerListVisits, answerCount], jobs: [tidy], listeners: [welcome]',
      ),
    }),
  )

  it('[SDD31] list visits page by page: by id the newest first, and by time the oldest first', async () => {
    const server = guided.running()
    const staff = await server.signIn({ permissions: ['plugin.acme-notes.view'] })
    // The second and the third are of one moment.
    for (const minute of [3, 1, 1, 2])
      await server.rows('insert into acme_notes.visit (owner, at) values ($1, $2)', [
        staff.id,
        `2026-05-04T09:0${minute}:00Z`,
      ])
    const list = async (query: string) =>
      (await staff.send('GET', `/api/acme-notes/visits?${query}`)).body as {
        items: { id: string; user: string }[]
        next: string | null
        previous: string | null
      }
    const newest = await list('limit=3')
    expect(newest.items.map(({ id, user }) => [id, user])).toEqual([
      ['4', 'ada'],
      ['3', 'ada'],
      ['2', 'ada'],
    ])
    const last = await list(`limit=3&cursor=${newest.next}`)
    expect(last.items.map(({ id }) => id)).toEqual(['1'])
    expect((await list(`limit=3&cursor=${last.previous}`)).items).toEqual(newest.items)
    const visitsAt = async (cursor = '') =>
      (await guided.run('readVisits', cursor)).result as {
        items: { id: string }[]
        next: string
        previous: string
      }
    const first = await visitsAt()
    const second = await visitsAt(first.next)
    expect([first, second].map(({ items }) => items.map(({ id }) => id))).toEqual([
      ['2', '3'],
      ['4', '1'],
    ])
    expect((await visitsAt(second.previous)).items).toEqual(first.items)
  })

  it('[SDD31] merge two notes of one owner, or change nothing', async () => {
    const server = guided.running()
    const grace = await server.signIn({ permissions: ['plugin.acme-notes.view'] })
    const add = async (text: string) => {
      const [row] = await server.rows<{ id: string }>(
        'insert into acme_notes.note (owner, text) values ($1, $2) returning id',
        [grace.id, text],
      )
      return row?.id ?? ''
    }
    const [milk, bread] = [await add('Milk '), await add('bread')]
    const merge = async (given: readonly string[]) =>
      (await grace.send('POST', '/api/acme-notes/run', { name: 'merge', given })).body['result']
    expect(await merge([milk, bread])).toBe(true)
    expect(await merge([milk, bread])).toBe(false)
    expect(await server.rows('select text from acme_notes.note where owner = $1', [grace.id])).toEqual([
      { text: 'Milk bread' },
    ])
    expect((await grace.send('GET', '/api/acme-notes/count')).body).toMatchObject({ notes: 1 })
    expect((await (await server.signIn()).send('GET', '/api/acme-notes/count')).status).toBe(403)
  })

  it('[SDD31] pay and charge, and say what the wallet said', async () => {
    const paid = await guided.run('payFor', ada, 'n1')
    expect(paid).toEqual({ result: true, asked: [['earn', { user: ada, amount: 5, key: 'note:n1' }]] })
    expect((await guided.run('buy', ada, 'k1')).result).toBe('too expensive')
  })

  it('[SDD31] look up names, read an API and the settings, and send a webhook', async () => {
    expect((await guided.run('namesOf', ada)).result).toEqual([[ada, 'ada']])
    expect((await guided.run('readRate')).result).toBe(2.5)
    expect((await guided.run('settings')).result).toEqual({ keep_days: 30, api_key: '' })
    const sent = await guided.run('tellOutside', ada, 'e1')
    expect(sent).toMatchObject({
      result: 'pending',
      asked: [['webhook', { key: 'e1', event: 'notes.created' }]],
    })
  })

  it('[SDD31] welcome a new user, and tidy every night', async () => {
    const server = guided.running()
    const grace = await server.signIn()
    await server.emit(userCreated, { id: grace.id })
    const notes = () => server.rows('select text from acme_notes.note where owner = $1', [grace.id])
    await vi.waitFor(async () => expect(await notes()).toEqual([{ text: 'Welcome' }]))
    await server.passTime(24 * 3_600_000)
    expect(await notes()).toEqual([{ text: 'Welcome' }])
  })
})
