import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const run = (name: string, ...given: string[]) => {
  const commands = server.server.host.running().flatMap(({ owned }) => owned.registrations.commands)
  const command = commands.find((each) => each.name === name)
  if (!command) throw new Error(`there is no command ${name}`)
  return command.run(given)
}
const lineOf = async (id: string) =>
  (await run('list-plugins')).text.split('\n').find((line) => line.startsWith(`${id} `))

it('[PLM34] lists plugins, and switches one off with those that need it, and on again', async () => {
  expect(await lineOf('gifts')).toMatch(/^gifts +\S+ +active$/)
  expect(await run('disable-plugin', 'coins')).toEqual({ text: 'coins is off.' })
  expect(await lineOf('coins')).not.toMatch(/ active$/)
  expect(await lineOf('gifts')).not.toMatch(/ active$/)
  expect(await run('enable-plugin', 'coins')).toEqual({ text: 'coins is on.' })
  expect(await lineOf('coins')).toMatch(/ active$/)
  const { rows } = await server.pool.query<{ action: string; actor: string | null }>(
    `select action, actor from kernel.audit where target = 'coins' order by at`,
  )
  expect(rows.map(({ actor }) => actor)).toEqual([null, null])
})

it('[PLM34] says what keeps a plugin from being switched', async () => {
  expect(await run('enable-plugin', 'nothing')).toEqual({
    failed: true,
    text: "There's no plugin with this ID.",
  })
  expect(await run('disable-plugin', 'users')).toEqual({
    failed: true,
    text: "The dashboard needs users, so it can't be disabled.",
  })
  expect(await run('disable-plugin', 'auth')).toEqual({
    failed: true,
    text: "The dashboard needs auth, so it can't be disabled.",
  })
  await run('disable-plugin', 'coins')
  expect(await run('enable-plugin', 'gifts')).toEqual({
    failed: true,
    text: 'gifts requires these plugins first: coins.',
  })
  expect(await run('enable-plugin', 'coins')).toEqual({ text: 'coins is on.' })
  expect(await run('leave-safe-mode')).toEqual({ text: 'Safe mode is off already.' })
})
