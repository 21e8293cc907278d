import { Command, CommanderError } from 'commander'
import { createBackupProgram } from './backup-program.ts'
import { checkConfig } from './check-config.ts'
import { programOf } from '../server/command-line.ts'
import { replaceLostKey } from './check-secret-key.ts'
import { readConfig } from './read-config.ts'
import type { DatabaseLog } from '../server/database/open-database.ts'
import { createSecrets } from './secrets.ts'
import { loadInstanceKey } from './instance-key.ts'
import { migrateKernel } from './kernel-tables.ts'
import { explainAndExit, stopOnSignals } from './run-product.ts'
import { openBeside, requireDatabase } from './open-beside.ts'
import { startServer, type RunningServer } from './start-server.ts'
import { refuseUpgrade } from './upgrade/refuse-upgrade.ts'
import { countUnsealed, verifyAudit } from './verify-audit.ts'

// The commands' own output is all that is printed, whatever the product logs.
const readQuietConfig = () => ({
  ...readConfig(process.env),
  port: 0,
  host: '127.0.0.1',
  logLevel: 'silent' as const,
})

const toConsole: DatabaseLog = { info: () => undefined, warn: console.warn, error: console.error }

const afterReplacement = `The database takes the SECRET_KEY of today now.

Enter again:
- the secrets in the settings: panel key, mail password, payment keys and the like
- the secrets in the settings of added plugins

With the next start:
- All second factors are off, and people set them up again. Support PINs, push notifications and Discord addresses of notifications are set up again too.
- Webhooks sign with new secrets, and receivers refuse their messages until they have them: copy each from the page of the webhook.
- Emails with a link that were not sent yet fail.
- Discord accounts of "Join for rewards" are linked again; until then one of them could be linked to another account here.

Without effect from now on:
- links in emails to unsubscribe, and links that delete an uploaded image
- the marks by which an import recognizes people who were erased here: from their source it asks for --erased-are-gone
- comparisons with earlier visits: the first log-in of each device counts as one of a new device, and related accounts, referrals and image reports from one network are only recognized among new ones`

/** The kernel's own command: no start gets as far as the plugins while the key is refused. */
async function replaceSecretKey() {
  const config = readQuietConfig()
  const database = await openBeside(config, toConsole)
  try {
    const { secretKey, dataDir } = config
    const key = loadInstanceKey({ secretKey, dataDir, shared: database.kind === 'external' })
    await refuseUpgrade(database)
    await migrateKernel(database)
    await replaceLostKey(database.pool, createSecrets(key.text))
  } finally {
    await database.close()
  }
  console.log(afterReplacement)
}

/** With all that is in the log, so that the sum is the number of entries that the page shows. */
const describeIntact = (checked: number, { waiting, attempts }: Awaited<ReturnType<typeof countUnsealed>>) =>
  [
    `The audit log is intact. Checked: ${checked}.`,
    waiting > 0 &&
      `Not sealed yet: ${waiting}. The running product seals entries once an hour, from five minutes old.`,
    attempts > 0 && `Never sealed: ${attempts}. They count failed attempts and are deleted after 30 days.`,
  ]
    .filter((line) => line !== false)
    .join('\n')

/** Also the kernel's own: what it reports should not depend on any plugin. */
async function verifyAuditLog() {
  const config = readQuietConfig()
  const database = await openBeside(config, toConsole)
  try {
    const { secretKey, dataDir } = config
    const key = loadInstanceKey({ secretKey, dataDir, shared: database.kind === 'external' })
    await refuseUpgrade(database)
    await migrateKernel(database)
    const { entries, broken } = await verifyAudit(database.pool, createSecrets(key.text))
    if (broken === null) return console.log(describeIntact(entries, await countUnsealed(database.pool)))
    console.log(
      `The audit log was changed: entry ${broken} is not what was written. ${entries} before it are intact.`,
    )
    process.exitCode = 1
  } finally {
    await database.close()
  }
}

/** Deletes at once what the nightly jobs would delete. */
async function prune({ core }: RunningServer) {
  const done: string[] = []
  for (const { plugin, name, run } of core.runner.pruning()) {
    try {
      await run()
      done.push(`${plugin}: ${name}`)
      console.log(`${plugin}: ${name} is done.`)
    } catch (error) {
      console.log(`${plugin}: ${name} failed: ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  }
  const entry = { actor: null, action: 'instance:pruned', target: 'instance', after: { done } }
  await core.audit.write(core.orm, entry)
}

const ENTER_SAFE_MODE = 'enter-safe-mode'

function addServerCommands(program: Command, server: RunningServer) {
  program
    .command('prune')
    .description('delete now what is kept no longer by the settings; jobs do it each night')
    .action(() => prune(server))
  // The server has entered it before any added plugin ran: they may be why nothing else works.
  program
    .command(ENTER_SAFE_MODE)
    .description('switch added plugins off for everybody, until leave-safe-mode')
    .action(() => console.log('Safe mode is on: added plugins stay off until you run leave-safe-mode.'))
}

function addPluginCommands(program: Command, { host }: RunningServer, groups: Map<string, Command>) {
  const commands = host.running().flatMap(({ owned }) => owned.registrations.commands)
  // A name of two words is a command of a group: `config plan`.
  const groupOf = (name: string) => {
    const group = groups.get(name) ?? program.command(name).description(`commands of ${name}`)
    groups.set(name, group)
    return group
  }
  for (const { name, summary, arguments: names, options = [], run } of commands) {
    const [first = '', second] = name.split(' ')
    const parent = second === undefined ? program : groupOf(first)
    // The commands of backups begin before the product does, which a restore must find stopped.
    if (parent.commands.some((each) => each.name() === (second ?? first))) continue
    const command = parent.command(second ?? first).description(summary)
    for (const each of names) command.argument(`<${each}>`)
    for (const each of options)
      command.option(`--${each.name}${each.value === undefined ? '' : ` <${each.value}>`}`, each.summary)
    command.action(async () => {
      const given = command.options.flatMap((each): [string, string | true][] => {
        const value: unknown = command.getOptionValue(each.attributeName())
        return typeof value === 'string' || value === true ? [[each.name(), value]] : []
      })
      const { text, failed } = await run(command.args, Object.fromEntries(given))
      console.log(text)
      if (failed) process.exitCode = 1
    })
  }
}

async function parse(program: Command) {
  try {
    await program.parseAsync()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode
  }
}

// A command that is told to stop ends at once, and an embedded database that it started ends with it.
stopOnSignals()
try {
  // The server stops in order before the process ends, also after --help and a wrong name. Said first: the commands inherit it.
  const program = new Command(programOf('admin')).exitOverride()
  program
    .command('replace-secret-key')
    .description('accept the SECRET_KEY of today after the earlier one was lost; stored secrets are deleted')
    .action(replaceSecretKey)
  program
    .command('verify-audit-log')
    .description('check that no entry of the audit log was changed or removed')
    .action(verifyAuditLog)
  const config = program.command('config').description('commands of config')
  config
    .command('check')
    .description('try the settings of the environment: database, key, Redis, storage, folder, addresses')
    .action(() => checkConfig(process.env))
  const backup = createBackupProgram(process.env)
    .name('backup')
    .description('make, check and restore backups')
  program.addCommand(backup)
  const [, , name, second] = process.argv
  const isOwn = ['replace-secret-key', 'verify-audit-log', 'backup'].includes(name ?? '')
  if (isOwn || (name === 'config' && second === 'check')) await parse(program)
  else {
    const quiet = readQuietConfig()
    requireDatabase(quiet)
    const server = await startServer({
      config: quiet,
      standBy: true,
      safeMode: name === ENTER_SAFE_MODE && second === undefined,
      openDatabase: (log) => openBeside(quiet, log),
    })
    addServerCommands(program, server)
    addPluginCommands(program, server, new Map(Object.entries({ config, backup })))
    try {
      await parse(program)
    } finally {
      await server.stop()
    }
  }
} catch (error) {
  explainAndExit(error)
}
