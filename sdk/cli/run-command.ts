import { Command, CommanderError } from 'commander'
import { inputOf, parserOf, ToolProblem, type PluginCommand } from './command.ts'

type Loader = () => Promise<PluginCommand>

/** Only the wanted command is loaded, because most of them import half of the kernel. */
const commands: Readonly<Record<string, readonly [summary: string, load: Loader]>> = {
  create: ['Create a plugin in a new folder', async () => (await import('./create.ts')).create],
  dev: [
    'Serve a plugin into a running dashboard, with Fast Refresh',
    async () => (await import('./dev.ts')).dev,
  ],
  test: ['Run its tests', async () => (await import('./test.ts')).test],
  check: ['Report what would keep it from being installed', async () => (await import('./check.ts')).check],
  build: ['Build it into dist/', async () => (await import('./build.ts')).build],
  migration: [
    'Write the first migration of a resource',
    async () => (await import('./migration.ts')).migration,
  ],
  doctor: [
    'Show how each import of the built plugin resolves',
    async () => (await import('./doctor.ts')).doctor,
  ],
  pack: ['Create the file that operators install', async () => (await import('./pack.ts')).pack],
  keygen: ['Create a key pair for signing', async () => (await import('./keygen.ts')).keygen],
  sign: ['Sign a packed plugin', async () => (await import('./sign.ts')).sign],
  catalog: [
    'List packages in a signed catalog that operators install from',
    async () => (await import('./catalog.ts')).catalog,
  ],
  upgrade: ['Move a project to a newer SDK', async () => (await import('./upgrade.ts')).upgrade],
  verify: ['Show a packed plugin as an operator sees it', async () => (await import('./verify.ts')).verify],
}

async function createProgram(programName: string, wanted: string | undefined, done: (ok: boolean) => void) {
  const program = new Command(programName).description('Tools for plugin authors.').exitOverride()
  for (const [name, [summary, load]] of Object.entries(commands)) {
    if (name !== wanted) {
      program.command(name).summary(summary)
      continue
    }
    const command = await load()
    const parser = parserOf(name, command).summary(summary).copyInheritedSettings(program)
    program.addCommand(parser.action(async () => done(await command.run(inputOf(parser)))))
  }
  return program
}

/** Runs one command; resolves to the exit code. */
export async function runCommand(programName: string, args: readonly string[]): Promise<number> {
  let isWell = true
  try {
    const wanted = args[0] === 'help' ? args[1] : args[0]
    const program = await createProgram(programName, wanted, (ok) => (isWell = ok))
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync(args, { from: 'user' })
    return isWell ? 0 : 1
  } catch (error) {
    // Commander has printed its own errors.
    if (error instanceof CommanderError) return error.exitCode
    console.error(error instanceof ToolProblem ? error.message : error)
    return 1
  }
}
