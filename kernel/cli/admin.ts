import { Command } from 'commander'
import { checkSecretKey, forgetSecretKey } from '../server/check-secret-key.ts'
import { readConfig } from '../server/config.ts'
import { migrateKernel } from '../server/core.ts'
import { createSecrets, loadInstanceKey } from '../server/secrets.ts'
import { explainAndExit } from './run-product.ts'
import { openDatabase } from './start-server.ts'

const log = { info: () => undefined, warn: console.warn, error: console.error }

/** The kernel's own command: no start gets as far as the plugins while the key is refused. */
async function replaceSecretKey() {
  const { databaseUrl, dataDir, secretKey } = readConfig(process.env)
  const database = await openDatabase({ databaseUrl, dataDir }, log)
  try {
    const key = loadInstanceKey({ secretKey, dataDir, shared: database.kind === 'external' })
    await migrateKernel(database)
    await forgetSecretKey(database.pool)
    await checkSecretKey(database.pool, createSecrets(key), 'SECRET_KEY')
  } finally {
    await database.close()
  }
  console.log(
    'The database takes the SECRET_KEY of today now. Enter the secrets in the settings again: panel key, mail password and the like.',
  )
}

const program = new Command('npm run admin --')
program
  .command('replace-secret-key')
  .description('accept the SECRET_KEY of today after the earlier one was lost; stored secrets are deleted')
  .action(replaceSecretKey)

try {
  await program.parseAsync()
} catch (error) {
  explainAndExit(error)
}
