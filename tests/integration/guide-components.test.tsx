// @vitest-environment jsdom
import type { AnyEndpoint, Manifest } from '@spawnpoint/sdk/common'
import { renderPlugin, testPluginContract, type TestBrowserHost } from '@spawnpoint/sdk/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ComponentType } from 'react'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { readGuideBlocks, readGuideProject, writeProject } from '../support/plugins/guide-project.ts'

const guide = 'sdk/README.md'
const cookbook = 'builtin/sdk-docs/server/pages/cookbook.md'

afterEach(cleanup)
const folders: (() => void)[] = []
afterAll(() => folders.forEach((remove) => remove()))

const words = `acme-notes:
  title: Notes
  description: Keeps notes
  hello: Nothing here yet.
  save: Save
  user: User
  at: When
  welcome: Welcome, {{name}}
  shelf: Shelf
  answers: Answers
  errors: { ACME_NOTES_FULL: You have 100 notes already. }
`

/** The project as it is once a file is shown, with its modules to import. */
function projectUntil(page: string, until: string, own: Readonly<Record<string, string>> = {}) {
  const project = writeProject(readGuideProject(page, { until, own: { 'locales/en.yml': words, ...own } }))
  folders.push(project.remove)
  const read = (file: string): Promise<Record<string, unknown>> =>
    import(/* @vite-ignore */ pathToFileURL(join(project.folder, file)).href)
  return {
    folder: project.folder,
    read,
    component: async (file: string) => (await read(file))['default'] as ComponentType,
    manifest: async () => (await read('manifest.ts'))['default'] as Manifest,
    endpoint: async (file: string, name: string) => (await read(file))[name] as AnyEndpoint,
  }
}

type Project = ReturnType<typeof projectUntil>

/** A manifest with one page more, which draws what the guide shows without a page of its own. */
const withPage = (manifest: Manifest): Manifest => ({
  ...manifest,
  modules: { ...manifest.modules, shown: 'browser/shown.tsx' },
  contributes: {
    ...manifest.contributes,
    routes: [{ id: 'shown', path: '/p/acme-notes/shown', area: 'user', module: 'shown', title: 'Shown' }],
  },
})

async function show(
  project: Project,
  Shown: ComponentType,
  options: { user?: Record<string, unknown>; prepare?: (app: TestBrowserHost) => void } = {},
) {
  const manifest = withPage(await project.manifest())
  return renderPlugin(
    { manifest, folder: project.folder, modules: { shown: Shown } },
    {
      at: '/p/acme-notes/shown',
      person: { user: options.user ?? {} },
      ...(options.prepare && { prepare: options.prepare }),
    },
  )
}

describe('the components of the guide', () => {
  it('[SDD31] the first page', async () => {
    const project = projectUntil(guide, 'locales/en.yml')
    await renderPlugin(
      {
        manifest: await project.manifest(),
        folder: project.folder,
        modules: { page: await project.component('browser/page.tsx') },
      },
      { at: '/p/acme-notes' },
    )
    expect(await screen.findByText('Nothing here yet.')).toBeTruthy()
  })

  it('[SDD31] the page for staff, and the part in its slot, card and tab', async () => {
    const project = projectUntil(guide, 'browser/part.tsx')
    const { visited, left } = await testPluginContract({ folder: project.folder })
    expect(visited).toEqual([
      { kind: 'page', name: '/p/acme-notes', problem: null },
      { kind: 'page', name: '/mc-admin/x/acme-notes', problem: null },
      { kind: 'slot', name: 'dashboard.before', problem: null },
      { kind: 'widget', name: 'latest', problem: null },
      { kind: 'debug-tab', name: 'notes', problem: null },
    ])
    expect(left).toEqual([])
  })

  it('[SDD31] the code that is shown without a file', async () => {
    const unnamed = readGuideBlocks(guide).filter(({ name, language }) => name === null && language === 'tsx')
    const project = projectUntil(guide, 'locales/en.yml', {
      'manifest.ts': `import { defineManifest } from '@spawnpoint/sdk/manifest'
export default defineManifest({ id: 'acme-notes', version: '0.1.0', title: 'Notes', description: 'Notes',
  capabilities: ['session.profile'], modules: { page: 'browser/page.tsx' },
  contributes: { routes: [{ id: 'notes', path: '/p/acme-notes', area: 'user', module: 'page', title: 'Notes' }] } })
`,
      ...Object.fromEntries(unnamed.map(({ code }, index) => [`browser/shown-${index}.tsx`, code])),
    })
    const [prizes, filter] = await Promise.all(
      unnamed.map((_block, index) => project.read(`browser/shown-${index}.tsx`)),
    )
    expect(unnamed).toHaveLength(2)
    let spins = 0
    const Prizes = prizes?.['Prizes'] as ComponentType<{ onSpin: () => void }>
    const Filter = filter?.['Filter'] as ComponentType
    const Both = () => (
      <>
        <Prizes onSpin={() => (spins += 1)} />
        <Filter />
      </>
    )
    await show(project, Both, { user: { username: 'ada' } })
    await userEvent.click(await screen.findByRole('button', { name: 'Spin again' }))
    expect(spins).toBe(1)
    await userEvent.click(screen.getByRole('button', { name: 'All notes' }))
    expect(await screen.findByRole('button', { name: 'Notes of ada' })).toBeTruthy()
  })
})

describe('the components of the cookbook', () => {
  it('[SDD31] the page of the menu', async () => {
    const project = projectUntil(cookbook, 'browser/page.tsx')
    await renderPlugin(
      {
        manifest: await project.manifest(),
        folder: project.folder,
        modules: { page: await project.component('browser/page.tsx') },
      },
      { at: '/p/acme-notes' },
    )
    expect(await screen.findByText('Nothing here yet.')).toBeTruthy()
  })

  it('[SDD31] the page with data of the server, and the button that saves', async () => {
    const project = projectUntil(cookbook, 'browser/add-note.tsx')
    const [List, listNotes, addNote] = await Promise.all([
      project.component('browser/page.tsx'),
      project.endpoint('contract/index.ts', 'listNotes'),
      project.endpoint('contract/add-note.ts', 'addNote'),
    ])
    const AddNote = (await project.read('browser/add-note.tsx'))['AddNote'] as ComponentType<{ text: string }>
    const Both = () => (
      <>
        <List />
        <AddNote text="Milk" />
      </>
    )
    const notes = [{ id: crypto.randomUUID(), text: 'Bread' }]
    const { server } = await show(project, Both, {
      prepare: (app) => app.server.answer(listNotes, () => ({ notes })),
    })
    expect(await screen.findByText('Bread')).toBeTruthy()
    server.refuse(addNote, { code: 'ACME_NOTES_FULL', status: 409 })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('You have 100 notes already.')).toBeTruthy()
    server.answer(addNote, () => {
      notes.push({ id: crypto.randomUUID(), text: 'Milk' })
      return { id: notes[1]?.id ?? '' }
    })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Milk')).toBeTruthy()
    expect(server.calls(addNote).map(({ body }) => body)).toEqual([{ text: 'Milk' }, { text: 'Milk' }])
  })

  it('[SDD31] the list of rows for staff', async () => {
    const project = projectUntil(cookbook, 'browser/visits-page.tsx')
    const listVisits = await project.endpoint('contract/list-visits.ts', 'listVisits')
    const visit = { id: '7', user: 'ada', at: '2026-05-04T09:00:00Z' }
    await renderPlugin(
      {
        manifest: await project.manifest(),
        folder: project.folder,
        modules: { staff: await project.component('browser/visits-page.tsx') },
      },
      {
        at: '/mc-admin/x/acme-notes',
        person: { permissions: ['plugin.acme-notes.view'] },
        prepare: ({ server }) =>
          server.answer(listVisits, () => ({ items: [visit], next: null, previous: null })),
      },
    )
    expect(await screen.findByText('ada')).toBeTruthy()
  })

  it('[SDD31] the widget', async () => {
    const project = projectUntil(cookbook, 'browser/widget.tsx')
    await show(project, await project.component('browser/widget.tsx'), { user: { username: 'ada' } })
    expect(await screen.findByText('Welcome, ada')).toBeTruthy()
  })

  it('[SDD31] the draft', async () => {
    const project = projectUntil(cookbook, 'browser/draft.tsx', {
      'manifest.ts': `import { defineManifest } from '@spawnpoint/sdk/manifest'
export default defineManifest({ id: 'acme-notes', version: '0.1.0', title: 'Notes', description: 'Notes' })
`,
    })
    const Draft = (await project.read('browser/draft.tsx'))['Draft'] as ComponentType<{ label: string }>
    await show(project, () => <Draft label="Text" />)
    await userEvent.type(await screen.findByLabelText('Text'), 'Milk')
    expect(screen.getByDisplayValue('Milk')).toBeTruthy()
  })

  it('[SDD31] boot code that taps five hooks', async () => {
    const project = projectUntil(cookbook, 'browser/answers-tab.tsx')
    const { visited, left } = await testPluginContract({ folder: project.folder })
    expect(visited).toEqual([
      { kind: 'boot', name: 'boot', problem: null },
      { kind: 'page', name: '/p/acme-notes/red', problem: null },
      { kind: 'page', name: '/p/acme-notes/blue', problem: null },
      { kind: 'page', name: '/mc-admin/x/acme-notes/shelves', problem: null },
      { kind: 'debug-tab', name: 'answers', problem: null },
    ])
    expect(left).toEqual([])
  })
})
