import {
  RequiredStepSource,
  PermissionSource,
  type ArchivesService,
  type ClockService,
  type Db,
  type RecentLogService,
  type SecretsService,
} from '@spawnpoint/sdk/server'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { openOrm } from './database/orm.ts'
import type { DatabaseLog, OpenDatabase } from './database/open-database.ts'
import { createEvents, type EventBus } from './events/events.ts'
import { createServices, type ServiceRegistry } from './host/service-registry.ts'
import { createJobRunner, type JobRunner } from './jobs/jobs.ts'
import { createAudit, type KernelAudit } from './services/audit.ts'
import type { KernelBlobs } from './services/blobs.ts'
import { createLimits, type LimitsSource, type LimitStore, type OpenLimits } from './services/limits.ts'
import type { LogKeeper } from './services/log.ts'
import type { Meter } from './services/meter.ts'
import { createNotices, type Notices } from './services/notices.ts'
import { cookieNames } from './sessions/cookies.ts'
import { createSessionCache, type SessionCache } from './sessions/session-cache.ts'
import { createSessions, type KernelSessions } from './sessions/sessions.ts'
import { kernelSettings } from './settings/kernel-settings.ts'
import { createSettings, type KernelSettings } from './settings/settings.ts'

/** Everything below the plugins. */
export interface Core {
  readonly config: Config
  readonly log: Logger
  readonly recentLog: RecentLogService
  readonly clock: ClockService
  readonly database: OpenDatabase
  readonly pool: OpenDatabase['pool']
  readonly orm: Db
  readonly secrets: SecretsService
  readonly notices: Notices
  readonly settings: KernelSettings
  readonly runner: JobRunner
  readonly events: EventBus
  readonly services: ServiceRegistry
  readonly cache: SessionCache
  readonly sessions: KernelSessions
  readonly meter: Meter
  readonly audit: KernelAudit
  readonly limits: LimitStore
  readonly blobs: KernelBlobs
  readonly archives: ArchivesService | undefined
  close(): Promise<void>
}

/** The services outside of this process, as the command that starts the product reaches them. */
export interface Outside {
  openDatabase(log: DatabaseLog): Promise<OpenDatabase>
  /** Brings the kernel's tables to this version; the secrets that are stored there open with the answer. */
  prepareDatabase(database: OpenDatabase): Promise<SecretsService>
  /** After the plugins have brought their tables to this version, before jobs run and the port opens; throws where it may not go on. */
  confirmTables?(database: OpenDatabase): Promise<void>
  readonly meter: Meter
  /** Gets warnings and errors of the log. */
  readonly recentLog: LogKeeper
  /** Set up for a command of the operator. */
  readonly standBy?: boolean
  openBlobs(source: Pick<Core, 'pool' | 'log'>): Promise<KernelBlobs>
  openArchives?(source: Pick<Core, 'database' | 'secrets' | 'log' | 'clock' | 'notices'>): ArchivesService
  /** Another store of rate limits than the database. */
  openLimits?(source: LimitsSource): Promise<OpenLimits>
}

type Given = Pick<Core, 'config' | 'log' | 'clock' | 'recentLog'> & { readonly outside: Outside }

/** Everything below the plugins: database, settings, sessions, events, jobs. */
export async function createCore(given: Given): Promise<Core> {
  const database = await given.outside.openDatabase(given.log)
  try {
    return await assemble(given, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Sessions, with the rights that plugins give; a notice about a user makes them be read again. */
function openSessions(
  core: Pick<Core, 'pool' | 'clock' | 'config' | 'secrets' | 'notices' | 'services' | 'settings'>,
) {
  const { pool, clock, secrets, notices, services, settings } = core
  // Until the plugin that owns roles has started, nobody holds anything.
  const permissionsOf = async (user: string) =>
    (await services.find(PermissionSource)?.permissionsOf(user)) ?? []
  const cache = createSessionCache({
    pool,
    clock,
    permissionsOf,
    trustsNobody: () => settings.read(kernelSettings).zero_trust_enabled,
    requiredStepOf: async (user) => (await services.find(RequiredStepSource)?.openStep(user)) ?? null,
  })
  notices.on((notice) => {
    if (notice.kind === 'user') cache.forgetUser(notice.user)
    else if (notice.kind !== 'changed' && notice.kind !== 'message') cache.forgetAll()
  })
  const sessions = createSessions({
    pool,
    cache,
    clock,
    names: cookieNames(core.config.secure),
    permissionsOf,
    successorOf: (token) => secrets.sign('session-successor', token),
    announce: (user, tx) => notices.send({ kind: 'user', user }, tx),
    announceChange: notices.sendSoon,
  })
  return { cache, sessions }
}

async function assemble({ outside, ...given }: Given, database: OpenDatabase): Promise<Core> {
  const { config, log, clock } = given
  const secrets = await outside.prepareDatabase(database)
  const { pool } = database
  const orm: Db = openOrm(pool)
  const ownLimits = createLimits(pool, clock)
  const blobs = await outside.openBlobs({ pool, log })
  const relief = await outside.openLimits?.({ limits: ownLimits, secrets, clock, log })
  const { connection } = database
  const notices = await createNotices({ pool, connection, log, clock, secrets })
  const settings = createSettings({ pool, orm, secrets, notices, log })
  settings.declare('kernel', kernelSettings)
  await settings.load()
  const runner = createJobRunner({ pool, orm, log, concurrency: config.jobConcurrency })
  const events = await createEvents({ pool, orm, runner, log, notices })
  const services = createServices()
  return {
    ...given,
    ...openSessions({ pool, clock, config, secrets, notices, services, settings }),
    database,
    pool,
    orm,
    secrets,
    notices,
    settings,
    runner,
    events,
    services,
    meter: outside.meter,
    audit: createAudit(pool, secrets, outside.standBy === true),
    limits: relief?.limits ?? ownLimits,
    blobs,
    archives: outside.openArchives?.({ ...given, database, secrets, notices }),
    async close() {
      await runner.stop()
      await notices.close()
      await relief?.close()
      await database.close()
      log.flush()
    },
  }
}
