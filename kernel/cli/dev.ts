import { createDevServer } from '../build/dev-server.ts'
import { readConfig } from '../server/config.ts'
import { explainAndExit, stopOnSignals } from '../server/main.ts'
import { createDevDoors } from '../server/page/dev-doors.ts'
import { startServer } from '../server/start.ts'
import { ROOT } from '../server/version.ts'

const DEV_PORT = '5174'

try {
  const config = readConfig({ PORT: DEV_PORT, LOG_LEVEL: 'info', ...process.env })
  const vite = await createDevServer({ root: ROOT })
  const server = await startServer({ config, doors: async (source) => createDevDoors(source, vite) })
  console.log(`Spawnpoint runs from its sources: open ${config.origin}`)
  stopOnSignals(async () => {
    await vite.close()
    await server.stop()
  })
} catch (error) {
  explainAndExit(error)
}
