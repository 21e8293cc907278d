import { defineManifest, manifestSchema } from '@spawnpoint/sdk/common'
import { basename } from 'node:path'
import { CONTRIBUTIONS, DRAWN, SERVED, type Choice, type ContributionKind } from './scaffold/choice.ts'
import { ToolProblem, type CommandInput } from './command.ts'
import { openQuestionLine, ownTerminal, type QuestionLine, type Terminal } from './question-line.ts'

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

function readYes(text: string): boolean {
  if (/^y(es)?$/i.test(text)) return true
  if (/^no?$/i.test(text)) return false
  throw new ToolProblem(`'${text}' is neither: answer yes or no.`)
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

interface Halves {
  readonly browser: boolean | undefined
  readonly server: boolean | undefined
}

function checkKinds(kinds: readonly ContributionKind[], { browser, server }: Halves) {
  const drawn = kinds.filter((kind) => DRAWN.includes(kind))
  const served = kinds.filter((kind) => SERVED.includes(kind))
  if (browser === false && drawn.length > 0)
    throw new ToolProblem(`Without a browser half there is no ${drawn.join(', no ')}: leave it out.`)
  if (server === false && served.length > 0)
    throw new ToolProblem(`Without a server half there is no ${served.join(', no ')}: leave it out.`)
  if (server === false && drawn.length === 0)
    throw new ToolProblem(
      `A plugin has a browser half, a server half or both: begin with one of ${DRAWN.join(', ')}, or with a server half.`,
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

const takeDefault: QuestionLine = { ask: async (_what, otherwise, read) => read(otherwise), close() {} }

/** Without a terminal every option must be given, or the defaults accepted. */
function checkAllSaid(input: CommandInput) {
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

function lineFor(input: CommandInput, terminal: Terminal | null): QuestionLine {
  if (input.flag('yes')) return takeDefault
  if (terminal) return openQuestionLine(terminal)
  checkAllSaid(input)
  return takeDefault
}

async function askHalves({ ask }: QuestionLine, input: CommandInput): Promise<Halves> {
  const given = input.text('contributions')
  const kinds = given === undefined ? [] : readKinds(given)
  const isSaid = given !== undefined || input.flag('browser') !== undefined
  const browser = isSaid ? input.flag('browser') : await ask('A browser half?', 'yes', readYes)
  const isServed = kinds.some((kind) => SERVED.includes(kind))
  if (input.flag('server') !== undefined || isServed) return { browser, server: input.flag('server') }
  const server = await ask('A server half?', 'yes', (answer) => {
    const wanted = readYes(answer)
    if (!wanted && browser === false)
      throw new ToolProblem(
        'A plugin has a browser half, a server half or both: without the one, say yes here.',
      )
    return wanted
  })
  return { browser, server }
}

/** Contributions that fit the chosen modules, and the defaults among them. */
const kindsOf = ({ browser, server }: Halves) =>
  CONTRIBUTIONS.filter(
    (kind) => !(browser === false && DRAWN.includes(kind)) && !(server === false && SERVED.includes(kind)),
  )

/** Reads the choices from the options and asks for the rest at the terminal. */
export async function askChoice(
  input: CommandInput,
  folder: string,
  terminal: Terminal | null = ownTerminal(),
): Promise<Choice> {
  const line = lineFor(input, terminal)
  try {
    const saidId = input.text('id')
    const id = saidId === undefined ? await line.ask('Id', idFrom(folder), readId) : readId(saidId)
    const title = input.text('title') ?? (await line.ask('Title', titleFrom(id), (text) => text))
    const halves = await askHalves(line, input)
    const readFitting = (text: string) => checkKinds(readKinds(text), halves)
    const said = input.text('contributions')
    const question = `First contributions, of ${kindsOf(halves).join(', ')}; separated by commas`
    const first = halves.browser === false ? 'none' : 'page'
    const kinds =
      said === undefined
        ? await line.ask(question, first, (text) => readFitting(text === 'none' ? '' : text))
        : readFitting(said)
    const isServed = halves.server ?? kinds.some((kind) => SERVED.includes(kind))
    return { id, title, server: isServed, contributions: new Set(kinds) }
  } finally {
    line.close()
  }
}
