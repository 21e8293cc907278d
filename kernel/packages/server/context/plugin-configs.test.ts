import { expect, it } from 'vitest'
import { startTestServer } from '../../../../tests/support/server/start-test-server.ts'
import { createPluginConfigs } from './plugin-configs.ts'

it('has read a saved configuration again when the notice of it is sent', async () => {
  const server = await startTestServer()
  const { core } = server.server
  await core.pool.query(
    `insert into kernel.plugin (id, enabled, config) values ('notes', true, '{"colour":"red"}')`,
  )
  const manifest = {
    id: 'notes',
    settings: { type: 'object', properties: { colour: { type: 'string' } } },
  } as never
  const { config, close } = await createPluginConfigs(core).open(manifest, (listener) => void listener())
  expect(config.read()).toMatchObject({ colour: 'red' })
  await core.pool.query(`update kernel.plugin set config = '{"colour":"blue"}' where id = 'notes'`)
  await core.notices.send({ kind: 'plugins' })
  expect(config.read()).toMatchObject({ colour: 'blue' })
  close()
  await server.stop()
})
