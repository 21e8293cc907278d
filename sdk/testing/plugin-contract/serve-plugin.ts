// A process of its own: the browser module's test runs among the globals of jsdom, where no server should.
import { startPluginServer, TEST_HOME, type TestPluginServer } from '../plugin-server/start-plugin-server.ts'
import type { ServerNews, ServerOrder } from './server-messages.ts'
import { watchLeaks } from './watch-leaks.ts'

const tell = (news: ServerNews) => process.send?.(news)

const [folder = '', settings = '{}'] = process.argv.slice(2)

/** Listeners of the process and listening sockets, which no plugin may keep. */
const processCounts = () => ({
  listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
  sockets: process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length,
})

const isOrder = (message: unknown): message is ServerOrder =>
  ['disable', 'enable', 'uninstall', 'stop'].some((order) => order === message)

async function openPaths(server: TestPluginServer): Promise<readonly string[]> {
  const admin = await server.signIn({ permissions: ['admin.root'] })
  const { body } = await admin.send('GET', '/api/docs')
  const paths = body['paths'] instanceof Object ? Object.keys(body['paths']) : []
  return paths.filter((path) => path.startsWith(`/api/${server.id}/`)).map((path) => `route: ${path}`)
}

async function tablesLeft(server: TestPluginServer): Promise<readonly string[]> {
  const schema = server.id.replaceAll('-', '_').replaceAll('.', '__')
  const rows = await server.rows<{ nspname: string }>('select nspname from pg_namespace where nspname = $1', [
    schema,
  ])
  return rows.map(({ nspname }) => `tables: the schema ${nspname}`)
}

async function main() {
  const watch = watchLeaks(TEST_HOME)
  const server = await startPluginServer({ folder, config: JSON.parse(settings) })
  await server.disable()
  let before = processCounts()
  const left = async () => {
    const now = processCounts()
    return [
      ...watch.left().map((each) => `${each} on the server`),
      ...(now.listeners > before.listeners ? ['listener: on the server’s process'] : []),
      ...(now.sockets > before.sockets ? ['socket: the server module still listens on a port'] : []),
      ...(await openPaths(server)),
    ]
  }
  let stopping: Promise<void> | undefined
  const carryOut: Record<ServerOrder, () => Promise<readonly string[]>> = {
    enable: async () => {
      await server.enable()
      return []
    },
    disable: async () => {
      await server.disable()
      return left()
    },
    uninstall: async () => {
      await server.uninstall('remove')
      return tablesLeft(server)
    },
    stop: async () => {
      watch.stop()
      stopping ??= server.stop()
      await stopping
      return []
    },
  }
  process.on('message', (order: unknown) => {
    if (!isOrder(order)) return
    carryOut[order]().then(
      (found) => {
        tell({ kind: 'done', order, left: found })
        if (order === 'stop') process.disconnect()
      },
      (error: unknown) => tell({ kind: 'failed', message: String(error) }),
    )
  })
  // The test has ended, maybe before its time: no database stays behind, nor what the plugin left running here.
  process.on('disconnect', () => void carryOut.stop().finally(() => process.exit()))
  // With the line to the test itself, and before the plugin runs.
  before = processCounts()
  await server.enable()
  const { cookie } = await server.signIn({ permissions: ['admin.root'] })
  const { dist, manifest } = server.built
  tell({ kind: 'ready', url: server.url, cookie, dist, manifest })
}

main().catch((error: unknown) => {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  process.disconnect?.()
})
