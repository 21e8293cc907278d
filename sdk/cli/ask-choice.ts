import { type CANCEL_SYMBOL, confirm, isCancel, multiselect, text } from '@clack/prompts'
import { defineManifest, manifestSchema } from '@spawnpoint/sdk/common'
import { basename } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { CONTRIBUTIONS, DRAWN, SERVED, type Choice, type ContributionKind } from './scaffold/choice.ts'
import { ToolProblem, type CommandInput } from './command.ts'

const idRule =
  'an id has 3 to 40 lowercase characters (a-z), digits and hyphens, begins with a-z, and may have a publisher in front: acme.notes'

function readId(id: string): string {
  const manifest = defineManifest({ id, version: '0.1.0', title: 'x', description: 'x' })
  const issues = manifestSchema.safeParse(manifest).error?.issues ?? []
  const bad = issues.find(({ path }) => path[0] === 'id')
  if (bad?.message === 'E_ID_RESERVED')
    throw new ToolProblem(`The id '${id}' belongs to the product: take another.`)
  if (bad) throw new ToolProblem(`'${id}' is no id: ${idRule}.`)
  return id
}

const isKind = (word: string): word is ContributionKind => CONTRIBUTIONS.some((kind) => kind === word)

function readKinds(text: string): readonly ContributionKind[] {
  const words = text.split(',').map((word) => word.trim())
  const unknown = words.find((word) => word !== '' && !isKind(word))
  if (unknown !== undefined)
    throw new ToolProblem(
      `A plugin cannot begin with '${unknown}': choose among ${CONTRIBUTIONS.join(', ')}.`,
    )
  return words.filter(isKind)
}

interface Modules {
  readonly browser: boolean | undefined
  readonly server: boolean | undefined
}

function checkKinds(kinds: readonly ContributionKind[], { browser, server }: Modules) {
  const drawn = kinds.filter((kind) => DRAWN.includes(kind))
  const served = kinds.filter((kind) => SERVED.includes(kind))
  if (browser === false && drawn.length > 0)
    throw new ToolProblem(`Without a browser module there is no ${drawn.join(', no ')}: leave it out.`)
  if (server === false && served.length > 0)
    throw new ToolProblem(`Without a server module there is no ${served.join(', no ')}: leave it out.`)
  if (server === false && drawn.length === 0)
    throw new ToolProblem(
      `A plugin has a browser module, a server module or both: begin with one of ${DRAWN.join(', ')}, or with a server module.`,
    )
  return kinds
}

const idFrom = (folder: string) =>
  basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')

const titleFrom = (id: string) => {
  const words = (id.split('.').at(-1) ?? id).replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The streams at which a person is asked. */
export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** The terminal of this process; null in CI and in pipes. */
const ownTerminal = (): Terminal | null =>
  process.stdin.isTTY && process.stdout.isTTY ? { input: process.stdin, output: process.stdout } : null

/** Without a terminal every option must be given, or the defaults accepted. */
function checkAllGiven(input: CommandInput) {
  const given = input.text('contributions')
  const isServed = given?.split(',').some((word) => SERVED.some((kind) => kind === word.trim())) ?? false
  const missing = [
    ...(input.text('id') === undefined ? ['--id'] : []),
    ...(input.text('title') === undefined ? ['--title'] : []),
    ...(input.flag('server') === undefined && !isServed ? ['--server or --no-server'] : []),
    ...(given === undefined ? ['--contributions'] : []),
  ]
  if (missing.length > 0)
    throw new ToolProblem(
      `There is no terminal to ask at: give ${missing.join(', ')}; or --yes, and what is not said has its default.`,
    )
}

/** The text of a {@link ToolProblem}, as the prompts show it under the field. */
function problemOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof ToolProblem) return error.message
    throw error
  }
}

function orStop<T>(answer: T | typeof CANCEL_SYMBOL): T {
  if (isCancel(answer)) throw new ToolProblem('Nothing was made.')
  return answer
}

/** Contributions that fit the chosen modules. */
const kindsOf = ({ browser, server }: Modules) =>
  CONTRIBUTIONS.filter(
    (kind) => !(browser === false && DRAWN.includes(kind)) && !(server === false && SERVED.includes(kind)),
  )

interface Questions {
  id(otherwise: string): Promise<string>
  title(otherwise: string): Promise<string>
  module(question: string): Promise<boolean>
  kinds(modules: Modules, otherwise: readonly ContributionKind[]): Promise<readonly ContributionKind[]>
}

const acceptDefaults: Questions = {
  id: async (otherwise) => readId(otherwise),
  title: async (otherwise) => otherwise,
  module: async () => true,
  kinds: async (_modules, otherwise) => otherwise,
}

const askAt = (terminal: Terminal): Questions => ({
  id: async (otherwise) =>
    orStop(
      await text({
        ...terminal,
        message: 'Id',
        initialValue: otherwise,
        validate: (value = '') => problemOf(() => readId(value)),
      }),
    ),
  title: async (otherwise) =>
    orStop(await text({ ...terminal, message: 'Title', defaultValue: otherwise, placeholder: otherwise })),
  module: async (question) => orStop(await confirm({ ...terminal, message: question })),
  kinds: async (modules, otherwise) =>
    orStop(
      await multiselect({
        ...terminal,
        message: 'First contributions',
        options: kindsOf(modules).map((value) => ({ value })),
        initialValues: otherwise,
        // A plugin without a server module draws something.
        required: modules.server === false,
      }),
    ),
})

function questionsFor(input: CommandInput, terminal: Terminal | null): Questions {
  if (input.flag('yes')) return acceptDefaults
  if (terminal) return askAt(terminal)
  checkAllGiven(input)
  return acceptDefaults
}

async function chooseModules(ask: Questions, input: CommandInput): Promise<Modules> {
  const given = input.text('contributions')
  const isBrowserGiven = given !== undefined || input.flag('browser') !== undefined
  const browser = isBrowserGiven ? input.flag('browser') : await ask.module('A browser module?')
  const isServed = given !== undefined && readKinds(given).some((kind) => SERVED.includes(kind))
  if (input.flag('server') !== undefined || isServed) return { browser, server: input.flag('server') }
  // A plugin has at least one of the two.
  return { browser, server: browser === false ? true : await ask.module('A server module?') }
}

/** Reads the choices from the options and asks for the rest at the terminal. */
export async function askChoice(
  input: CommandInput,
  folder: string,
  terminal: Terminal | null = ownTerminal(),
): Promise<Choice> {
  const ask = questionsFor(input, terminal)
  const givenId = input.text('id')
  const id = givenId === undefined ? await ask.id(idFrom(folder)) : readId(givenId)
  const title = input.text('title') ?? (await ask.title(titleFrom(id)))
  const modules = await chooseModules(ask, input)
  const given = input.text('contributions')
  const first = modules.browser === false ? [] : (['page'] as const)
  const kinds = checkKinds(given === undefined ? await ask.kinds(modules, first) : readKinds(given), modules)
  const isServed = modules.server ?? kinds.some((kind) => SERVED.includes(kind))
  return { id, title, server: isServed, contributions: new Set(kinds) }
}
