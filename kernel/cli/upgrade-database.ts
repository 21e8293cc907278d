import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isRelease, programOf } from '../server/command-line.ts'
import { readConfig } from './read-config.ts'
import { ConfigurationError } from '../server/configuration-error.ts'
import { listMigrations } from './postgres/upgrade/list-migrations.ts'
import { findOlderPostgres, usePrograms } from './postgres/upgrade/older-postgres.ts'
import { upgradeCluster } from './postgres/upgrade/upgrade-cluster.ts'
import { explainAndExit, stopOnSignals } from './run-product.ts'
import { ROOT } from '../server/version.ts'

function readOptions() {
  try {
    return parseArgs({ options: { programs: { type: 'string' } } }).values
  } catch {
    throw new ConfigurationError(
      `Only --programs <folder> can be given: ${programOf('upgrade-database')}${isRelease ? '' : ' --'} --programs /usr/lib/postgresql/17/bin.`,
    )
  }
}

try {
  const { programs } = readOptions()
  const config = readConfig(process.env)
  if (config.databaseUrl !== null)
    throw new ConfigurationError(
      'DATABASE_URL names a PostgreSQL of your own, which is upgraded with its own tools: unset it to upgrade the embedded one.',
    )
  // The servers started here end with this process.
  stopOnSignals()
  const upgraded = await upgradeCluster({
    dataDir: config.dataDir,
    sets: await listMigrations(ROOT, config.dataDir),
    log: { info: console.log, warn: console.warn, error: console.error },
    olderPrograms(major, { folder, user }) {
      if (programs !== undefined) return usePrograms(programs, major)
      console.log(`Fetching the programs of PostgreSQL ${major} ...`)
      return findOlderPostgres({ major, cache: join(ROOT, '.cache'), fallback: folder, user })
    },
  })
  if (upgraded === null) console.log('The database needs no upgrade.')
  else {
    const { from, to, kept, report } = upgraded
    if (report) console.log(`Copied and compared ${report.rows} rows in ${report.tables} tables.`)
    console.log(`The database runs on PostgreSQL ${to} now; that of PostgreSQL ${from} is kept in ${kept}.`)
  }
} catch (error) {
  explainAndExit(error)
}
