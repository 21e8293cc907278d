import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { askChoice } from './ask-choice.ts'
import { inputOf, parserOf } from './command.ts'
import { create } from './create.ts'

const ENTER = '\r'
const CLEAR = '\u0015'
const CTRL_C = '\u0003'
const NO = 'n'
const SPACE = ' '
const DOWN = '\u001b[B'

const readInput = (args: readonly string[]) => {
  const parser = parserOf('create', create)
  parser.parse(['/somewhere/Acme Notes', ...args], { from: 'user' })
  return inputOf(parser)
}

type Step = readonly [question: string, ...keys: string[]]

/** Simulates a person at a terminal who waits for each question and types its keys. */
function personAt(steps: readonly Step[]) {
  const input = new PassThrough()
  const output = new PassThrough()
  const rest = [...steps]
  let shown = ''
  let since = ''
  output.on('data', (chunk: Buffer) => {
    const text = chunk.toString('utf8')
    shown += text
    since += text
    const [next] = rest
    if (!next || !since.includes(next[0])) return
    rest.shift()
    since = ''
    for (const key of next.slice(1)) setImmediate(() => input.write(key))
  })
  return { terminal: { input, output }, shown: () => shown, left: () => rest.length }
}

const ask = (args: readonly string[], steps: readonly Step[]) => {
  const person = personAt(steps)
  const choice = askChoice(readInput(args), '/somewhere/Acme Notes', person.terminal)
  return { choice, ...person }
}

const chosen = async (choice: ReturnType<typeof askChoice>) => {
  const { contributions, ...rest } = await choice
  return { ...rest, contributions: [...contributions] }
}

it('[TOOL13] asks for id, title, modules and first contributions, each with its default', async () => {
  const { choice, left } = ask(
    [],
    [
      ['Id', ENTER],
      ['Title', ENTER],
      ['A browser module?', ENTER],
      ['A server module?', ENTER],
      ['First contributions', ENTER],
    ],
  )
  expect(await chosen(choice)).toEqual({
    id: 'acme-notes',
    title: 'Acme notes',
    server: true,
    contributions: ['page'],
  })
  expect(left()).toBe(0)
})

it('[TOOL13] asks nothing that was said', async () => {
  const said = ['--id', 'acme.notes', '--title', 'Notes', '--contributions', 'page,job']
  const { choice, shown } = ask(said, [])
  expect(await chosen(choice)).toEqual({
    id: 'acme.notes',
    title: 'Notes',
    server: true,
    contributions: ['page', 'job'],
  })
  expect(shown()).toBe('')
})

it('[TOOL13] says what is wrong with an id and waits for another', async () => {
  const { choice, left } = ask(
    ['--title', 'Notes', '--contributions', 'page,job'],
    [
      ['Id', CLEAR, 'X', ENTER],
      ["'X' is no id: an id has 3 to 40 lowercase", CLEAR, 'system', ENTER],
      ["The id 'system' belongs to the product", CLEAR, 'acme-notes', ENTER],
    ],
  )
  expect(await chosen(choice)).toMatchObject({ id: 'acme-notes', contributions: ['page', 'job'] })
  expect(left()).toBe(0)
})

it('[TOOL13] offers the contributions that fit, and several of them', async () => {
  const { choice, shown } = ask(
    ['--id', 'acme-notes', '--title', 'Notes'],
    [
      ['A browser module?', ENTER],
      ['A server module?', NO],
      ['First contributions', DOWN, SPACE, ENTER],
    ],
  )
  expect(await chosen(choice)).toMatchObject({ server: false, contributions: ['page', 'admin-page'] })
  expect(shown()).not.toContain('job')
})

it('[TOOL13] does not ask for a server module when there is no browser module', async () => {
  const { choice, shown } = ask(
    ['--id', 'acme-notes', '--title', 'Notes'],
    [
      ['A browser module?', NO],
      ['First contributions', ENTER],
    ],
  )
  expect(await chosen(choice)).toMatchObject({ server: true, contributions: [] })
  expect(shown()).not.toContain('A server module?')
})

it('[TOOL13] makes nothing for a person who cancels', async () => {
  const { choice } = ask(
    [],
    [
      ['Id', ENTER],
      ['Title', CTRL_C],
    ],
  )
  await expect(choice).rejects.toThrow(/^Nothing was made\.$/)
})

it.each([
  [
    [],
    /^There is no terminal to ask at: give --id, --title, --server or --no-server, --contributions; or --yes/,
  ],
  [['--id', 'acme-notes', '--contributions', 'page,job'], /: give --title; or --yes/],
])('[TOOL13] names what is missing where nobody can be asked: %j', async (args, sentence) => {
  await expect(askChoice(readInput(args), '/somewhere/notes', null)).rejects.toThrow(sentence)
})

it('[TOOL13] takes what is not said by default with --yes', async () => {
  const choice = askChoice(readInput(['--yes', '--no-browser']), '/somewhere/notes', null)
  expect(await chosen(choice)).toEqual({ id: 'notes', title: 'Notes', server: true, contributions: [] })
})
