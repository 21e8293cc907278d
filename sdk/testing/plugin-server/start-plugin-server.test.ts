import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defineEndpoint, defineService } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { ROOT } from '../../../kernel/server/version.ts'
import { standIn, startPluginServer, type TestPluginServer } from '../server.ts'

const files = {
  'manifest.ts': `
import { defineManifest } from '@spawnpoint/sdk/manifest'
export default defineManifest({ id: 'echo', version: '1.0.0', title: 'Echo', description: 'A fixture', server: 'server/index.ts',
  migrations: 'server/migrations', dependencies: { names: '^2.0.0' } })
`,
  'server/migrations/0001_said.sql': 'create table said (who text not null, what text not null);',
  'server/index.ts': `
import { defineEndpoint, defineService } from '@spawnpoint/sdk/common'
import { answer, Clock, Database, defineJob, definePluginServer } from '@spawnpoint/sdk/server'
import { z } from 'zod'
const Names = defineService('names.names')
const say = defineEndpoint({ method: 'POST', path: '/api/echo/said', summary: 's', access: { permission: 'plugin.echo.say' },
  body: z.strictObject({ what: z.string() }), reply: z.object({ by: z.string() }), fails: { ECHO_QUIET: 409 } })
const answerSaid = answer(say, { names: Names, db: Database }, async ({ actor, body, fail, names, db }) => {
  if (body.what === '') throw fail('ECHO_QUIET')
  if (body.what === 'bug') throw new RangeError('the echo is too long')
  if (body.what === 'wrong') return { by: 7 }
  await db.query({ text: 'insert into echo.said values ($1, $2)', values: [actor.id, body.what] })
  return { by: names.of(actor.id) }
})
const payload = z.object({ who: z.string().default('clock') })
const tick = defineJob('tick', { payload, schedule: '0 4 * * *' }, { db: Database, clock: Clock }, async ({ payload, db, clock }) => {
  await db.query({ text: 'insert into echo.said values ($1, $2)', values: [payload.who, clock.now().toISOString()] })
  if (payload.who === 'nobody') throw new Error('nobody ticks')
})
export default definePluginServer({ kind: 'builtin' }, { endpoints: [answerSaid], jobs: [tick] })
`,
  'locales/en.yml': 'echo:\n  title: Echo\n',
}

const say = defineEndpoint({
  method: 'POST',
  path: '/api/echo/said',
  summary: 'Says it again',
  access: { permission: 'plugin.echo.say' },
  body: z.strictObject({ what: z.string() }),
  reply: z.object({ by: z.string() }),
  fails: { ECHO_QUIET: 409 },
})
const Names = defineService<{ of(id: string): string }>('names.names')

mkdirSync(join(ROOT, '.cache'), { recursive: true })
const folder = mkdtempSync(join(ROOT, '.cache', 'echo-'))
let server: TestPluginServer

beforeAll(async () => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  server = await startPluginServer({
    folder,
    services: [standIn(Names, { of: (id) => `name of ${id}` })],
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('answers who may call, with the real database behind it and the stand-in beside it', async () => {
  const ada = await server.signIn({
    permissions: ['plugin.echo.say'],
    id: 'b2b5a1f4-3f0a-4c6e-9d3a-0f6f0c0c0c01',
  })
  expect(await ada.call(say, { body: { what: 'hello' } })).toMatchObject({ by: `name of ${ada.id}` })
  expect(await server.rows('select who, what from echo.said')).toEqual([{ who: ada.id, what: 'hello' }])
  await expect(ada.call(say, { body: { what: '' } })).rejects.toMatchObject({
    code: 'ECHO_QUIET',
    status: 409,
  })
})

it('refuses whoever lacks the permission, and whoever is nobody', async () => {
  const bob = await server.signIn()
  const call = (who: Pick<typeof bob, 'call'>) => who.call(say, { body: { what: 'hello' } })
  await expect(call(bob)).rejects.toMatchObject({ status: 403 })
  await expect(call(server.anonymous())).rejects.toMatchObject({ status: 401 })
})

it('[TOOL15] runs a job to its end, or to its failure', async () => {
  await server.runJob('tick', { who: 'ada' })
  expect(await server.rows(`select who from echo.said where who = 'ada'`)).toHaveLength(1)
  await expect(server.runJob('tick', { who: 'nobody' })).rejects.toThrow('The job tick failed: nobody ticks')
  // It was not tried again.
  expect(await server.rows(`select who from echo.said where who = 'nobody'`)).toHaveLength(1)
  await expect(server.runJob('tock')).rejects.toThrow('The plugin echo has no job named tock, or is off.')
})

it('[TOOL15] passes time, and runs what fell due meanwhile once', async () => {
  const ticks = () => server.rows<{ what: string }>(`select what from echo.said where who = 'clock'`)
  await server.passTime(3 * 86_400_000)
  const [tick, ...more] = await ticks()
  expect(more).toEqual([])
  expect(Date.parse(tick?.what ?? '') - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
  // From midnight to the next four o'clock nothing is due.
  const now = Date.parse(tick?.what ?? '')
  const toMidnight = 86_400_000 - (now % 86_400_000) + 5 * 3_600_000
  await server.passTime(toMidnight)
  const before = (await ticks()).length
  await server.passTime(3_600_000)
  expect(await ticks()).toHaveLength(before)
})

it('is gone while it is switched off', async () => {
  await server.disable()
  const ada = await server.signIn({ permissions: ['plugin.echo.say'] })
  await expect(ada.call(say, { body: { what: 'hello' } })).rejects.toMatchObject({ status: 404 })
  await server.enable()
  expect(await server.state()).toMatchObject({ state: 'active', reason: null })
})

it('[TOOL40] tells the author why a call failed: the error of the code, and the field of a wrong reply', async () => {
  const ada = await server.signIn({ permissions: ['plugin.echo.say'] })
  const told = await ada.call(say, { body: { what: 'bug' } }).catch((error: unknown) => error)
  expect(told).toMatchObject({ status: 500, cause: { message: 'RangeError: the echo is too long' } })
  expect(told).toMatchObject({ cause: { stack: expect.stringContaining('server/index') } })
  await expect(ada.call(say, { body: { what: 'wrong' } })).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/POST \/api\/echo\/said.*expected string.*at by/s) },
  })
  await expect(ada.call(say, { body: { what: '' } })).rejects.not.toHaveProperty('cause')
})
