import {
  Clock,
  Database,
  definePluginServer,
  Instance,
  keepFor,
  type HealthReport,
} from '@spawnpoint/sdk/server'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import manifest from '../manifest.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkClock } from './check-clock.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk, checkEventLoop, checkMemory, RESOLUTION_MS } from './check-machine.ts'
import { checkNode, checkPostgres } from './check-versions.ts'
import { healthCommand } from './health-command.ts'

const CERTIFICATE_MS = 600_000

export default definePluginServer(manifest, {
  uses: { db: Database, clock: Clock, instance: Instance },
  setup({ db, clock, instance }, host) {
    const now = () => clock.now()
    host.health('database', () => checkDatabase(db))
    host.health('postgresql', async () => {
      const [row] = await db.query<{ version: string }>({
        text: `select current_setting('server_version') as version`,
      })
      return checkPostgres(row?.version ?? '', now())
    })
    host.health('node', async () => checkNode(now()))
    host.health('clock', () => checkClock(db, clock))
    host.health('disk', () => checkDisk(instance.dataDir))
    host.health(
      'address',
      keepFor(CERTIFICATE_MS, now, (): Promise<HealthReport> => checkCertificate(instance.origin, now())),
    )
    host.command('health', healthCommand(instance))
    // The process of a command says nothing about the one that serves.
    if (instance.standBy) return
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    delay.enable()
    host.onDispose(() => void delay.disable())
    host.health('memory', checkMemory)
    host.health('event-loop', () => checkEventLoop(delay))
  },
})
