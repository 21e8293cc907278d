import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { askChoice } from './ask-choice.ts'
import { readInput } from './command.ts'
import { create } from './create.ts'

const isQuestion = (text: string) => text.endsWith(') ')

/** Simulates a person at a terminal who answers in turn; null sends Ctrl+D. */
function somebody(answers: readonly (string | null)[]) {
  const input = new PassThrough()
  const output = new PassThrough()
  const rest = [...answers]
  let shown = ''
  let since = ''
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString('utf8')
    since += chunk.toString('utf8')
    if (!isQuestion(since)) return
    since = ''
    const answer = rest.shift()
    if (answer === undefined) throw new Error(`asked more than was answered: ${shown}`)
    if (answer === null) input.end()
    else input.write(`${answer}\n`)
  })
  return { terminal: { input, output }, shown: () => shown, left: () => rest.length }
}

const ask = (args: readonly string[], answers: readonly (string | null)[]) => {
  const person = somebody(answers)
  const choice = askChoice(readInput(create, args), '/somewhere/Acme Notes', person.terminal)
  return { choice, ...person }
}

const chosen = async (choice: ReturnType<typeof askChoice>) => {
  const { contributions, ...rest } = await choice
  return { ...rest, contributions: [...contributions] }
}

it('[TOOL13] asks for id, title, halves and first contributions, each with what it takes for an empty answer', async () => {
  const { choice, shown, left } = ask([], ['', '', '', '', ''])
  expect(await chosen(choice)).toEqual({
    id: 'acme-notes',
    title: 'Acme notes',
    server: true,
    contributions: ['page'],
  })
  expect(left()).toBe(0)
  expect(shown()).toMatch(
    /^Id \(acme-notes\) Title \(Acme notes\) A browser half\? \(yes\) A server half\? \(yes\) First contributions, of page, admin-page, .*; separated by commas \(page\) $/,
  )
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

it('[TOOL13] asks again after a bad answer, with one sentence that says what is wrong', async () => {
  const { choice, shown, left } = ask(
    [],
    ['X', 'system', 'acme-notes', 'Notes', 'perhaps', 'yes', 'n', 'page,cake', 'page,job', 'page,widget'],
  )
  expect(await chosen(choice)).toMatchObject({ server: false, contributions: ['page', 'widget'] })
  expect(left()).toBe(0)
  expect(shown().match(/^.*\.$/gm)).toEqual([
    expect.stringMatching(/'X' is no id: an id has 3 to 40 lowercase characters/),
    expect.stringMatching(/The id 'system' belongs to the product: take another\.$/),
    expect.stringMatching(/'perhaps' is neither: answer yes or no\.$/),
    expect.stringMatching(/A plugin cannot begin with 'cake': choose among page, /),
    expect.stringMatching(/Without a server half there is no job: leave it out\.$/),
  ])
})

it('[TOOL13] asks again when neither half is wanted', async () => {
  const { choice, shown } = ask(['--id', 'acme-notes', '--title', 'Notes'], ['no', 'no', 'yes', ''])
  expect(await chosen(choice)).toMatchObject({ server: true, contributions: [] })
  expect(shown()).toContain('a browser half, a server half or both: without the one, say yes here.')
  expect(shown()).toMatch(/First contributions, of job, table, event, settings; .* \(none\) $/)
})

it('[TOOL13] makes nothing for somebody who leaves', async () => {
  const { choice } = ask([], ['acme-notes', null])
  await expect(choice).rejects.toThrow(/^Nothing was made\.$/)
})

it.each([
  [
    [],
    /^There is no terminal to ask at: give --id, --title, --server or --no-server, --contributions; or --yes/,
  ],
  [['--id', 'acme-notes', '--contributions', 'page,job'], /: give --title; or --yes/],
])('[TOOL13] names what is missing where nobody can be asked: %j', async (args, sentence) => {
  await expect(askChoice(readInput(create, args), '/somewhere/notes', null)).rejects.toThrow(sentence)
})

it('[TOOL13] takes what is not said by default with --yes', async () => {
  const choice = askChoice(readInput(create, ['--yes', '--no-browser']), '/somewhere/notes', null)
  expect(await chosen(choice)).toEqual({ id: 'notes', title: 'Notes', server: true, contributions: [] })
})
