import { has, lines, pageCalls, type Choice } from './choice.ts'

const answers = (choice: Choice) => [
  pageCalls(choice) && "    server.answer(greet, () => ({ text: 'Hello', at: '2026-05-04T09:00:00Z' }))",
  pageCalls(choice) &&
    has(choice, 'table') &&
    "    server.answer(listNotes, () => ({ notes: [{ id: '1', text: 'Milk', at: '2026-05-04T09:00:00Z' }] }))",
]

const refusal = (choice: Choice) =>
  pageCalls(choice) && !has(choice, 'event')
    ? [
        '',
        "it('says so when the server does not answer', async () => {",
        "  await open(({ server }) => server.refuse(greet, { code: 'FORBIDDEN', status: 403 }))",
        "  expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy()",
        '})',
      ]
    : []

/** `browser/page.test.tsx`: the page as the dashboard draws it, in jsdom. */
export const pageTestFile = (choice: Choice): string =>
  lines(
    '// @vitest-environment jsdom',
    `import { renderPlugin, type TestBrowserHost } from '@spawnpoint/sdk/testing'`,
    `import { cleanup, screen } from '@testing-library/react'`,
    `import { userEvent } from '@testing-library/user-event'`,
    `import { join } from 'node:path'`,
    `import { afterEach, expect, it } from 'vitest'`,
    pageCalls(choice) &&
      `import { ${has(choice, 'table') ? 'greet, listNotes' : 'greet'} } from '../contract/index.ts'`,
    `import manifest from '../manifest.ts'`,
    `import PluginPage from './page.tsx'`,
    '',
    'afterEach(cleanup)',
    '',
    `const folder = join(import.meta.dirname, '..')`,
    '',
    pageCalls(choice)
      ? 'function prepare({ server }: TestBrowserHost) {'
      : 'function prepare(_app: TestBrowserHost) {',
    ...answers(choice).map((line) => line && line.slice(2)),
    '}',
    '',
    'const open = (more: (app: TestBrowserHost) => void = () => undefined) =>',
    '  renderPlugin(',
    '    { manifest, folder, modules: { page: PluginPage } },',
    '    {',
    `      at: '/p/${choice.id}',`,
    '      prepare: (app) => {',
    '        prepare(app)',
    '        more(app)',
    '      },',
    '    },',
    '  )',
    '',
    "it('counts the waves', async () => {",
    '  await open()',
    "  await userEvent.click(await screen.findByRole('button', { name: 'Wave' }))",
    "  expect(screen.getByText('You waved 1 time.')).toBeTruthy()",
    '})',
    has(choice, 'table') && '',
    has(choice, 'table') && "it('shows the notes that the server has', async () => {",
    has(choice, 'table') && '  await open()',
    has(choice, 'table') && "  expect(await screen.findByText('Milk')).toBeTruthy()",
    has(choice, 'table') && '})',
    ...refusal(choice),
  )

const noteTests = [
  '',
  "it('keeps notes, each of them for whoever wrote it', async () => {",
  '  const ada = await server.signIn()',
  '  const bob = await server.signIn()',
  "  await ada.call(addNote, { body: { text: 'Milk' } })",
  "  expect((await ada.call(listNotes)).notes.map(({ text }) => text)).toEqual(['Milk'])",
  '  expect((await bob.call(listNotes)).notes).toEqual([])',
  "  await expect(ada.call(addNote, { body: { text: '' } })).rejects.toMatchObject({ status: 400 })",
  '})',
]

/** `server/server.test.ts`: the real server with the plugin, on a real database. */
export const serverTestFile = (choice: Choice): string =>
  lines(
    `import { startPluginServer, type TestPluginServer } from '@spawnpoint/sdk/testing/server'`,
    `import { join } from 'node:path'`,
    `import { afterAll, beforeAll, expect, it } from 'vitest'`,
    `import { ${has(choice, 'table') ? 'addNote, greet, listNotes' : 'greet'} } from '../contract/index.ts'`,
    '',
    'let server: TestPluginServer',
    '',
    'beforeAll(async () => {',
    `  server = await startPluginServer({ folder: join(import.meta.dirname, '..') })`,
    '})',
    'afterAll(() => server?.stop())',
    '',
    "it('greets whoever is signed in, and nobody else', async () => {",
    '  const ada = await server.signIn()',
    "  expect(await ada.call(greet)).toMatchObject({ text: 'Hello' })",
    '  await expect(server.anonymous().call(greet)).rejects.toMatchObject({ status: 401 })',
    '})',
    ...(has(choice, 'table') ? noteTests : []),
  )

/** `contract.test.ts`: what every plugin keeps. */
export const contractTestFile = (): string =>
  lines(
    '// @vitest-environment jsdom',
    `import { testPluginContract } from '@spawnpoint/sdk/testing'`,
    `import { expect, it } from 'vitest'`,
    '',
    "it('draws every contribution, and leaves nothing behind when it is switched off', async () => {",
    '  const { visited, left } = await testPluginContract({ folder: import.meta.dirname })',
    '  expect(visited.filter(({ problem }) => problem !== null)).toEqual([])',
    '  expect(left).toEqual([])',
    '})',
  )
