import { Command } from 'commander'
import { existsSync } from 'node:fs'
import { explainFileError } from '@spawnpoint/sdk/server'
import { ConfigurationError } from '../server/configuration-error.ts'
import { programOf } from '../server/command-line.ts'
import { createSecrets } from './secrets.ts'
import { archiveKeyFile, loadArchiveKey } from './archive/archive-key.ts'
import { findBackup } from './archive/find-backup.ts'
import { noteInAuditLog } from './archive/note-in-audit-log.ts'
import { restoreDatabase, undoRestore } from './archive/restore-database.ts'
import { withPlace } from './archive/with-place.ts'
import { loadInstanceKey } from './instance-key.ts'
import { openBeside, requireDatabase } from './open-beside.ts'
import { readConfig, type LaunchConfig } from './read-config.ts'
import { startServer } from './start-server.ts'

/** Runs a command that a plugin brings, in a product that answers nobody; another may run beside it. */
async function ask(config: LaunchConfig, name: string, given: readonly string[]): Promise<void> {
  requireDatabase(config)
  const server = await startServer({ config, standBy: true, openDatabase: (to) => openBeside(config, to) })
  try {
    const commands = server.host.running().flatMap(({ owned }) => owned.registrations.commands)
    const command = commands.find((each) => each.name === name)
    if (!command) throw new ConfigurationError('Backups are disabled: enable them at /mc-admin/plugins.')
    const { text, failed } = await command.run(given)
    console.log(text)
    if (failed) process.exitCode = 1
  } finally {
    await server.stop()
  }
}

function findKey({ backupKey, dataDir }: LaunchConfig) {
  if (backupKey === null && !existsSync(archiveKeyFile(dataDir)))
    throw new ConfigurationError('Set BACKUP_KEY to the key that the backup was made with.')
  return loadArchiveKey(dataDir, backupKey)
}

/** A file that cannot be opened is nothing that a stack would explain. */
const explain = (work: Promise<void>) =>
  work.catch((error: unknown) => {
    const sentence = explainFileError(error)
    throw sentence === null ? error : new ConfigurationError(sentence)
  })

interface RestoreOptions {
  readonly otherSecretKey?: boolean
  readonly discardOld?: boolean
}

async function restore(config: LaunchConfig, file: string, options: RestoreOptions) {
  const { otherSecretKey = false, discardOld = false } = options
  const { rows, tables, createdAt, kept } = await withPlace(config, async (place) => {
    const { text } = loadInstanceKey({ ...config, shared: config.databaseUrl !== null })
    const secrets = createSecrets(text)
    const restored = await restoreDatabase({
      ...place,
      file,
      key: findKey(config),
      secrets,
      otherSecretKey,
      discardOld,
    })
    const { createdAt: backupAt, kept } = restored
    await noteInAuditLog(place.connection, 'backups:restored', { backupAt, kept })
    return restored
  })
  console.log(`Restored ${rows} rows in ${tables} tables as of ${createdAt.toISOString()}. Start Spawnpoint.`)
  if (kept !== null)
    console.log(
      `The database of before is kept as ${kept} until the next restore: ${programOf('backup')} undo exchanges the two.`,
    )
  if (otherSecretKey)
    console.log(
      `Before the start, run ${programOf('admin')} replace-secret-key, then enter the secrets in the settings again.`,
    )
}

async function undo(config: LaunchConfig) {
  await withPlace(config, async (place) => {
    await undoRestore(place)
    await noteInAuditLog(place.connection, 'backups:restore-undone')
  })
  console.log(
    'The database of before the restore is back; the restored one is kept in its stead. Start Spawnpoint.',
  )
}

/** The commands of `npm run backup` and `npm run admin -- backup`, on the product that these variables configure. */
export function createBackupProgram(env: Readonly<Record<string, string | undefined>>): Command {
  // Read by the command that runs: others work on variables that are wrong. Its output is all that is printed.
  const config = () => ({ ...readConfig(env), port: 0, host: '127.0.0.1', logLevel: 'silent' as const })
  const program = new Command(programOf('backup'))
  program
    .command('create')
    .description('make a backup now and restore it on trial; Spawnpoint may run meanwhile')
    .action(() => ask(config(), 'backup create', []))
  program
    .command('list')
    .description('list the backups in the data folder')
    .action(() => ask(config(), 'backup list', []))
  program
    .command('verify')
    .argument('<file>')
    .description('restore a backup on trial and compare it')
    .action((file: string) => {
      const given = config()
      return ask(given, 'backup verify', [findBackup(file, { ...given, env })])
    })
  program
    .command('restore')
    .argument('<file>')
    .option('--other-secret-key', 'although its stored secrets cannot be read any more')
    .option('--discard-old', 'keep no copy of the database of before')
    .description('put a backup in the place of the database; Spawnpoint has to be stopped')
    .action((file: string, options: RestoreOptions) => {
      const given = config()
      return explain(restore(given, findBackup(file, { ...given, env }), options))
    })
  program
    .command('undo')
    .description('put the database of before the last restore back')
    .action(() => undo(config()))
  return program
}
