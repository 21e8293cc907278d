import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { findAddressWarning } from '../open-address.ts'
import { pluginsBeingWritten } from '../plugins-being-written.ts'
import { readConfig, type LaunchConfig } from '../read-config.ts'
import { ConfigurationError } from '../../server/configuration-error.ts'
import type { PageHandlers, PageHandlerSource, Roots } from '../../server/app.ts'
import type { RunningServer } from '../start-server.ts'
import { startServer } from '../start-server.ts'
import { demoPath, mountDemoLogin } from './demo-login.ts'
import { createDemoLinks, type DemoLinks } from './demo-links.ts'
import { createDemoStage, type DemoRole } from './demo-stage.ts'
import { fillDemo } from './fill-demo.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'

const SEED = 20_260
const record = z.object({
  password: z.string(),
  roles: z.array(
    z.object({ role: z.string(), user: z.uuid(), username: z.string(), start: z.string().default('/') }),
  ),
})

/** The demonstration's configuration: a folder of its own, and never a place where real data may be. */
export function readDemoConfig(env: Readonly<Record<string, string | undefined>>): LaunchConfig {
  if (env['NODE_ENV'] === 'production')
    throw new ConfigurationError(
      'The demonstration signs people in without a password and does not run in production: unset NODE_ENV, or run npm start.',
    )
  if (env['DATABASE_URL']?.trim())
    throw new ConfigurationError(
      'The demonstration brings a database of its own: unset DATABASE_URL, or run npm start.',
    )
  // Its failed builds are meant, and would stand among the links.
  const config = readConfig({ LOG_LEVEL: 'error', ...env, DATA_DIR: env['DATA_DIR']?.trim() || '.data/demo' })
  const warning = findAddressWarning(config.origin)
  if (warning !== null) throw new ConfigurationError(warning)
  return config
}

const fileOf = ({ dataDir }: Pick<LaunchConfig, 'dataDir'>) => join(dataDir, 'demo.json')

async function refuseForeign({ core }: RunningServer) {
  const { rows } = await core.pool.query('select 1 from kernel.identity limit 1')
  if (rows.length === 0) return
  throw new ConfigurationError(
    `The database in ${core.database.place} has people in it and is no finished demonstration: remove it if a demonstration ended half-way, or name another folder with DATA_DIR.`,
  )
}

type DemoRecord = z.infer<typeof record>

async function fill(server: RunningServer, clock: MovableClock): Promise<DemoRecord> {
  const file = fileOf(server.core.config)
  if (existsSync(file)) return record.parse(JSON.parse(readFileSync(file, 'utf8')))
  await refuseForeign(server)
  console.log('Filling the demonstration ...')
  const password = randomBytes(12).toString('base64url')
  const { stage, roles, runPlanned, close } = createDemoStage(server, clock, { seed: SEED, password })
  await fillDemo(server, stage)
  await runPlanned()
  await close()
  // Last: without it the folder is not taken for a demonstration.
  writeFileSync(file, `${JSON.stringify({ password, roles }, null, 2)}\n`, { mode: 0o600 })
  return { password, roles }
}

const printLinks = (links: DemoLinks, origin: string, roles: readonly DemoRole[]) => {
  for (const { guest, token } of links.mint(roles))
    console.log(`Sign in as ${guest.role}: ${origin}${demoPath(token)}`)
}

/**
 * Starts the product on the demonstration's folder, fills it the first time, and prints a link for each role. It takes
 * plugins that are being written as the product does.
 */
export async function runDemo(options: {
  readonly config: LaunchConfig
  readonly roots?: Roots
  pageHandlers?(source: PageHandlerSource): Promise<PageHandlers>
}) {
  const links = createDemoLinks()
  const clock = createMovableClock()
  const server = await startServer({
    ...options,
    clock,
    demo: (app, sessions) => mountDemoLogin(app, { links, sessions }),
  })
  try {
    const { password, roles } = await fill(server, clock)
    const { origin } = options.config
    console.log(`The demonstration is ready: open ${origin}`)
    const offer = () => printLinks(links, origin, roles)
    offer()
    console.log(`Where one of them is asked for the password again, it is ${password}`)
    const leave = await pluginsBeingWritten(options.config.pluginDev)(server)
    const stop = async () => {
      try {
        await leave()
      } finally {
        await server.stop()
      }
    }
    return { server, offer, stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}
