import { createDevServer } from '../build/dev-server.ts'
import { pluginDevDoor } from '../build/plugin-dev-door.ts'
import { readConfig } from '../server/config.ts'
import { explainAndExit, stopOnSignals } from '../server/main.ts'
import { createDevDoors } from '../server/page/dev-doors.ts'
import { startServer, type RunningServer } from '../server/start.ts'
import { ROOT } from '../server/version.ts'
import { installForDev } from './plugin/install-for-dev.ts'

const DEV_PORT = '5174'

try {
  const config = readConfig({ PORT: DEV_PORT, LOG_LEVEL: 'info', ...process.env })
  let server: RunningServer | null = null
  const door = pluginDevDoor(() => server && installForDev(server.plugins))
  const updatesPort = Number(process.env['UPDATES_PORT'] ?? 24_678)
  const hosts = [new URL(config.origin).hostname]
  const vite = await createDevServer({ root: ROOT, updatesPort, plugins: [door.plugin], hosts })
  const started = await startServer({ config, doors: async (source) => createDevDoors(source, vite) })
  server = started
  console.log(`Spawnpoint runs from its sources: open ${config.origin}`)
  stopOnSignals(async () => {
    door.close()
    await vite.close()
    await started.stop()
  })
} catch (error) {
  explainAndExit(error)
}
