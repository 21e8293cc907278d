import {
  explainFileError,
  type AdminCommand,
  type AdminOptions,
  type ServerHost,
} from '@spawnpoint/sdk/server'
import { ImportError } from './import-error.ts'
import { parseRate, type Rate } from './run/amount.ts'
import type { ImportUses } from './run/import-uses.ts'
import type { MergePolicy } from './run/merge-existing.ts'
import { printReport } from './run/print-report.ts'
import { listRuns, runImport } from './run/run-import.ts'
import { openSource } from './source/open-source.ts'
import { PASSWORD_VARIABLE } from './source/mysql-source.ts'
import type { SourceSystem } from './systems/system.ts'

type Env = Readonly<Record<string, string | undefined>>

const textOption = (options: AdminOptions, name: string): string | null => {
  const value = options[name]
  return typeof value === 'string' ? value : null
}

function readRate({ title, keepsMoney }: SourceSystem, options: AdminOptions): Rate {
  const text = textOption(options, 'coins-per-credit')
  if (text === null && keepsMoney)
    throw new ImportError(
      `Credit in ${title} is money. Say how many coins one unit of it is worth with --coins-per-credit, such as 100.`,
    )
  const rate = parseRate(text ?? '1')
  if (!rate)
    throw new ImportError(
      '--coins-per-credit takes a number above 0 and up to 1,000,000 with at most six decimals.',
    )
  return rate
}

function readName({ id }: SourceSystem, options: AdminOptions): string {
  const name = textOption(options, 'as') ?? id
  if (!/^[a-z0-9-]{1,40}$/.test(name))
    throw new ImportError('--as takes up to 40 lower-case letters, digits and dashes.')
  return name
}

const readPolicy = (options: AdminOptions): MergePolicy => {
  if (options['merge-unverified'] === true) return 'any'
  return options['merge-existing'] === true ? 'verified' : 'none'
}

async function runCommand(uses: ImportUses, env: Env, system: SourceSystem, options: AdminOptions) {
  const from = textOption(options, 'from')
  if (from === null)
    throw new ImportError('Say where to read from with --from: a mysql:// address or a file.')
  const rate = readRate(system, options)
  const source = readName(system, options)
  const opened = await openSource(from, env)
  try {
    const dryRun = options['dry-run'] === true
    const order = {
      system,
      from: opened,
      source,
      dryRun,
      rate,
      currency: textOption(options, 'currency'),
      linksPanelAccounts: options['link-panel-accounts'] === true,
      merges: readPolicy(options),
      erasedAreGone: options['erased-are-gone'] === true,
    }
    const report = await runImport(uses, order)
    const text = options['json'] === true ? JSON.stringify(report, null, 2) : printReport(report)
    return { text, failed: !report.coins.agrees }
  } finally {
    await opened.close()
  }
}

interface Outcome {
  readonly text: string
  readonly failed: boolean
}

const explain = async (work: () => Promise<Outcome>): Promise<Outcome> => {
  try {
    return await work()
  } catch (error) {
    const text = error instanceof ImportError ? error.message : explainFileError(error)
    if (text === null) throw error
    return { failed: true, text }
  }
}

const importCommand = (uses: ImportUses, env: Env, system: SourceSystem): AdminCommand => ({
  summary: `take over people, coins, servers, tickets and codes from ${system.title}`,
  arguments: [],
  options: [
    {
      name: 'from',
      value: 'source',
      summary: `mysql://user@host/database (password in ${PASSWORD_VARIABLE}), an SQL dump, or an SQLite file`,
    },
    { name: 'dry-run', summary: 'write nothing and print what an import would do' },
    {
      name: 'coins-per-credit',
      value: 'number',
      summary: 'coins that one credit becomes; 1 where nothing is given',
    },
    {
      name: 'currency',
      value: 'code',
      summary: 'the currency whose credit becomes coins, where there are several',
    },
    {
      name: 'link-panel-accounts',
      summary: 'link the accounts that people have on the game panel: their external id there becomes ours',
    },
    {
      name: 'merge-existing',
      summary: 'add people to accounts here whose verified email address is theirs',
    },
    {
      name: 'merge-unverified',
      summary: 'the same, also where the account here has not verified the address',
    },
    {
      name: 'erased-are-gone',
      summary: 'after SECRET_KEY was replaced: the people who were erased here are deleted in the source too',
    },
    { name: 'as', value: 'name', summary: 'name of this source, where you move in from two of one kind' },
    { name: 'json', summary: 'print the report as JSON' },
  ],
  run: (_given, options = {}) => explain(() => runCommand(uses, env, system, options)),
})

const statusCommand = (uses: ImportUses): AdminCommand => ({
  summary: 'list the imports so far and the passwords that no log-in has replaced yet',
  arguments: [],
  async run() {
    const runs = await listRuns(uses)
    const left = await uses.auth.countForeignHashes()
    const lines = runs.map(({ source, startedAt, report }) => {
      const created = report ? Object.values(report.kinds).reduce((sum, each) => sum + each.created, 0) : 0
      return `${startedAt.toISOString()}  ${source}  ${created} records created, ${report?.coins.here ?? '0'} coins`
    })
    return {
      text: [
        ...(lines.length === 0 ? ['There was no import yet.'] : lines),
        `${left} passwords of another system have not been replaced by a log-in yet.`,
      ].join('\n'),
    }
  },
})

/** `npm run admin -- import <system>` and `import status`. */
export function registerCommands(
  host: ServerHost,
  uses: ImportUses,
  { systems, env }: { readonly systems: readonly SourceSystem[]; readonly env: Env },
): void {
  for (const system of systems) host.command(`import ${system.id}`, importCommand(uses, env, system))
  host.command('import status', statusCommand(uses))
}
