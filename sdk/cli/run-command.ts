import { helpOf, readInput, ToolProblem, type PluginCommand } from './command.ts'
import { bold } from './say.ts'

type Loader = () => Promise<PluginCommand>

/** Loaded one at a time: most of them need half of the kernel, and `--help` needs none of it. */
const commands: Readonly<Record<string, readonly [summary: string, load: Loader]>> = {
  create: ['starts a plugin in a new folder', async () => (await import('./create.ts')).create],
  dev: [
    'serves a plugin into a running dashboard, with Fast Refresh',
    async () => (await import('./dev.ts')).dev,
  ],
  test: ['runs its tests', async () => (await import('./test.ts')).test],
  check: ['says what would keep it from being installed', async () => (await import('./check.ts')).check],
  build: ['builds it into dist/', async () => (await import('./build.ts')).build],
  migration: [
    'writes the first migration of a resource',
    async () => (await import('./migration.ts')).migration,
  ],
  doctor: [
    'says how each import of the built plugin resolves',
    async () => (await import('./doctor.ts')).doctor,
  ],
  pack: ['makes the file that operators install', async () => (await import('./pack.ts')).pack],
  keygen: ['makes a pair of keys to sign with', async () => (await import('./keygen.ts')).keygen],
  sign: ['signs a packed plugin', async () => (await import('./sign.ts')).sign],
  verify: ['shows a packed plugin as an operator sees it', async () => (await import('./verify.ts')).verify],
}

const isIn = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)

const overview = (program: string) =>
  [
    'Makes plugins for Spawnpoint.',
    '',
    ...Object.entries(commands).map(([name, [summary]]) => `  ${bold(name.padEnd(9))} ${summary}`),
    '',
    `${program} <command> --help says more.`,
  ].join('\n')

const isAskingForHelp = (word: string | undefined) =>
  word === undefined || ['help', '--help', '-h'].includes(word)

/** Runs one command; resolves to the exit code. */
export async function runCommand(program: string, [name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || isAskingForHelp(name)) {
    console.log(overview(program))
    return 0
  }
  const known = isIn(name) ? commands[name] : undefined
  if (!known) {
    console.error(`There is no command '${name}': use one of ${Object.keys(commands).join(', ')}.`)
    return 1
  }
  try {
    const command = await known[1]()
    const input = readInput(command, args)
    if (!input.help) return (await command.run(input)) ? 0 : 1
    console.log(helpOf(program, name, command))
    return 0
  } catch (error) {
    console.error(error instanceof ToolProblem ? error.message : error)
    return 1
  }
}
