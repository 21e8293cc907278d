import { createDevServer } from '../build/dev-server.ts'
import { pluginDevEndpoint } from './plugin-dev-endpoint.ts'
import { readConfig } from './read-config.ts'
import { explainAndExit, stopOnSignals } from './run-product.ts'
import { createDevPageHandlers } from './dev-page-handlers.ts'
import { startServer } from './start-server.ts'
import { ROOT } from '../server/version.ts'
import { openDevEndpoint } from '../packages/server/dev/open-dev-endpoint.ts'

const DEV_PORT = '5174'

try {
  const config = readConfig({ PORT: DEV_PORT, LOG_LEVEL: 'info', ...process.env })
  const setStop = stopOnSignals()
  const dev = openDevEndpoint()
  const updatesPort = Number(process.env['UPDATES_PORT'] ?? 24_678)
  const hosts = [new URL(config.origin).hostname]
  const vite = await createDevServer({
    root: ROOT,
    updatesPort,
    plugins: [pluginDevEndpoint(dev.endpoint)],
    hosts,
  })
  const server = await startServer({
    config,
    pageHandlers: async (source) => createDevPageHandlers(source, vite),
  })
  await dev.attach(server)
  console.log(`Spawnpoint runs from its sources: open ${config.origin}`)
  setStop(async () => {
    await dev.close()
    await vite.close()
    await server.stop()
  })
} catch (error) {
  explainAndExit(error)
}
