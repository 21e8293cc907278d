import { defineManifest, manifestSchema } from '@spawnpoint/sdk/common'
import { basename } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { CONTRIBUTIONS, DRAWN, SERVED, type Choice, type ContributionKind } from '../scaffold/choice.ts'
import { ToolProblem, type CommandInput } from './command.ts'

type Ask = (question: string, otherwise: string) => Promise<string>

const idRule =
  'an id is 3 to 40 small letters, digits and hyphens, begins with a letter, and may have a publisher in front: acme.notes'

function checkId(id: string): string {
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

function checkKinds(kinds: readonly ContributionKind[], input: CommandInput): readonly ContributionKind[] {
  const drawn = kinds.filter((kind) => DRAWN.includes(kind))
  const served = kinds.filter((kind) => SERVED.includes(kind))
  if (input.flag('browser') === false && drawn.length > 0)
    throw new ToolProblem(`With --no-browser there is no ${drawn.join(', no ')}: leave one of them out.`)
  if (input.flag('server') === false && served.length > 0)
    throw new ToolProblem(`With --no-server there is no ${served.join(', no ')}: leave one of them out.`)
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

/** Questions where somebody can answer them; elsewhere everything that was not said has its default. */
async function withQuestions<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return work(async (_question, otherwise) => otherwise)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ask: Ask = async (question, otherwise) => {
    const answer = await terminal.question(`${question} (${otherwise}) `)
    return answer.trim() === '' ? otherwise : answer.trim()
  }
  try {
    return await work(ask)
  } finally {
    terminal.close()
  }
}

const isYes = (text: string) => /^y/i.test(text)

/** What the new plugin is to be: from the options, then from whoever sits at the terminal, then by default. */
export const askChoice = (input: CommandInput, folder: string): Promise<Choice> =>
  withQuestions(async (ask) => {
    const id = checkId(input.text('id') ?? (await ask('Id', idFrom(folder))))
    const title = input.text('title') ?? (await ask('Title', titleFrom(id)))
    const server = input.flag('server') ?? isYes(await ask('A server half?', 'yes'))
    const first = input.flag('browser') === false ? '' : 'page'
    const given =
      input.text('contributions') ?? (await ask(`First contributions, of ${CONTRIBUTIONS.join(', ')}`, first))
    const kinds = checkKinds(readKinds(given), input)
    const isServed = server || kinds.some((kind) => SERVED.includes(kind))
    if (!isServed && !kinds.some((kind) => DRAWN.includes(kind)))
      throw new ToolProblem(
        'A plugin has a browser half, a server half or both: choose a contribution, or --server.',
      )
    return { id, title, server: isServed, contributions: new Set(kinds) }
  })
