// @vitest-environment jsdom
import { defineManifest } from '@spawnpoint/sdk/manifest'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { PaletteResultsProps } from '@spawnpoint/sdk/browser'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { drawInTopBar } from '../testing.ts'
import CommandPalette from './command-palette.tsx'

beforeAll(() => {
  supportOverlays()
  // jsdom has no layout to watch and none to scroll in.
  class Watched {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Watched)
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

const handlers = { close: () => undefined, takeEarlyText: () => '' }

const manifest = defineManifest({
  id: 'acme',
  version: '1.0.0',
  title: 'Acme',
  description: 'A fixture',
  capabilities: [],
  modules: { page: 'browser/page.tsx' },
  contributes: {
    routes: [{ id: 'acme', path: '/p/acme', area: 'user', module: 'page', title: 'Acme' }],
    commands: [{ id: 'open', title: 'Open Acme', route: 'acme' }],
  },
})

it('[KRN2] follows plugins that come and go while it is open', async () => {
  const plugin = { manifest, folder: import.meta.dirname, modules: { page: () => null } }
  const { kernel } = await drawInTopBar(<CommandPalette {...handlers} />, { plugins: [plugin] })
  const plan = kernel.registry.plan.getState()
  await act(async () => kernel.apply({ ...plan, version: 2, plugins: [] }))
  expect(screen.queryByRole('option', { name: /^Open Acme/ })).toBeNull()
  await act(async () => kernel.apply({ ...plan, version: 3 }))
  expect(screen.getByRole('option', { name: /^Open Acme/ })).toBeTruthy()
  // A command says already what its page is for.
  expect(screen.queryByRole('option', { name: 'Acme' })).toBeNull()
  await act(async () => kernel.apply({ ...plan, version: 4, plugins: [] }))
  expect(screen.queryByRole('option', { name: /^Open Acme/ })).toBeNull()
})

/** The fixture's plugin with a search of its own. */
const searchingWith = (notes: (props: PaletteResultsProps) => unknown) => ({
  manifest: defineManifest({
    ...manifest,
    modules: { page: 'browser/page.tsx', notes: 'browser/notes.tsx' },
    contributes: { ...manifest.contributes, slots: [{ slot: 'palette.results', module: 'notes' }] },
  }),
  folder: import.meta.dirname,
  // The type of a test's modules knows components without props only.
  modules: { page: () => null, notes: notes as never },
})

it('shows a command with the icon that its page has in the menu', async () => {
  const { contributes } = manifest
  const nav = [{ area: 'user' as const, route: 'acme', label: 'Acme', icon: 'Trophy', order: 10 }]
  const listed = defineManifest({ ...manifest, contributes: { ...contributes, nav } })
  const plugin = { manifest: listed, folder: import.meta.dirname, modules: { page: () => null } }
  await drawInTopBar(<CommandPalette {...handlers} />, { plugins: [plugin] })
  const option = screen.getByRole('option', { name: /^Open Acme/ })
  expect(option.querySelector('svg')?.getAttribute('class')).toContain('trophy')
})

it('[RTP17] says of the commands of an added plugin which plugin they are from', async () => {
  const plugin = { manifest, folder: import.meta.dirname, modules: { page: () => null } }
  await drawInTopBar(<CommandPalette {...handlers} />, { plugins: [plugin] })
  const option = screen.getByRole('option', { name: /^Open Acme ?\(From the plugin Acme\)$/ })
  expect(within(option).getByTitle('From the plugin Acme')).toBeTruthy()
})

it('[BAR1] asks the plugins once the visitor pauses, and opens the entry that one of them found', async () => {
  const asked: string[] = []
  const Notes = ({ search, Results }: PaletteResultsProps) => {
    asked.push(search)
    return (
      <Results
        heading="Notes"
        icon="FileText"
        items={[{ id: '1', label: 'Shopping', hint: 'today', to: '/p/acme' }]}
      />
    )
  }
  const plugin = searchingWith(Notes)
  const app = await drawInTopBar(<CommandPalette {...handlers} />, { plugins: [plugin] })
  const type = (text: string) => userEvent.type(screen.getByRole('combobox'), text)
  await type('z')
  await act(() => app.clock.advance(150))
  expect(asked).toEqual([])
  await type('e')
  await type('bra')
  await act(() => app.clock.advance(149))
  expect(asked).toEqual([])
  await act(() => app.clock.advance(1))
  await userEvent.click(await screen.findByRole('option', { name: /Shopping/ }))
  expect(new Set(asked)).toEqual(new Set(['zebra']))
  await expect.poll(app.path).toBe('/p/acme')
  cleanup()
  await drawInTopBar(<CommandPalette {...handlers} />, { plugins: [plugin] })
  expect(within(screen.getByRole('group', { name: 'Recent' })).getByText('Shopping')).toBeTruthy()
})

it('[BAR1] offers what was opened to the same person alone, and only while it may be opened', async () => {
  const page = (path: string, id: string, permission?: string) => ({
    id,
    path,
    module: 'page',
    title: id,
    area: 'admin' as const,
    permission: permission ?? 'acme.list',
  })
  const routes = [
    page('/mc-admin/x/acme/notes/:id', 'note'),
    page('/mc-admin/x/acme/notes/new', 'new', 'acme.new'),
  ]
  const Notes = ({ Results }: PaletteResultsProps) => (
    <Results
      heading="Notes"
      icon="FileText"
      items={['7?tab=log', 'new', 'gone/7'].map((at) => ({
        id: at,
        label: `Note ${at}`,
        to: `/mc-admin/x/acme/notes/${at}`,
      }))}
    />
  )
  const { manifest: searching, ...rest } = searchingWith(Notes)
  const permissions = ['acme.list', 'acme.new'].map((value) => ({
    constant: value.toUpperCase().replace('.', '_'),
    value,
    category: 'Acme',
    description: value,
  }))
  const plugin = {
    ...rest,
    manifest: defineManifest({
      ...searching,
      permissions: { defines: permissions },
      contributes: { ...searching.contributes, adminPages: routes },
    }),
  }
  const as = (uuid: string, ...held: string[]) =>
    drawInTopBar(<CommandPalette {...handlers} />, {
      plugins: [plugin],
      person: { user: { uuid }, permissions: held },
    })
  const recent = () =>
    within(screen.getByRole('listbox'))
      .queryAllByRole('option', { name: /^Note/ })
      .map(({ textContent }) => textContent)
  for (const at of ['gone/7', 'new', '7?tab=log']) {
    const app = await as('ada', 'acme.list', 'acme.new')
    await userEvent.type(screen.getByRole('combobox'), 'zebra')
    await act(() => app.clock.advance(150))
    await userEvent.click(await screen.findByRole('option', { name: `Note ${at}` }))
    cleanup()
  }
  await as('ada', 'acme.list', 'acme.new')
  expect(recent()).toEqual(['Note 7?tab=log', 'Note new'])
  cleanup()
  await as('ada', 'acme.list')
  expect(recent()).toEqual(['Note 7?tab=log'])
  cleanup()
  await as('bob', 'acme.list', 'acme.new')
  expect(recent()).toEqual([])
})

it('[BAR1] leaves the rows in their places when results arrive, so that a click under way is not lost', async () => {
  const Notes = ({ Results }: PaletteResultsProps) => (
    <Results heading="Notes" icon="FileText" items={[{ id: '1', label: 'Acme in notes', to: '/p/acme' }]} />
  )
  const app = await drawInTopBar(<CommandPalette {...handlers} />, {
    plugins: [searchingWith(Notes)],
  })
  await userEvent.type(screen.getByRole('combobox'), 'acme')
  const option = screen.getByRole('option', { name: /^Open Acme/ })
  const moved: Node[] = []
  const watch = new MutationObserver((records) =>
    moved.push(...records.flatMap((each) => [...each.removedNodes])),
  )
  watch.observe(screen.getByRole('listbox'), { childList: true, subtree: true })
  await act(() => app.clock.advance(150))
  expect(await screen.findByRole('option', { name: 'Acme in notes' })).toBeTruthy()
  watch.disconnect()
  expect(moved.filter((node) => node.contains(option))).toEqual([])
})

it('[BAR6] tells screen readers how many rows were found, or that there are none', async () => {
  const plugin = { manifest, folder: import.meta.dirname, modules: { page: () => null } }
  const { clock } = await drawInTopBar(<CommandPalette {...handlers} />, { plugins: [plugin] })
  const told = () => screen.getByRole('status').textContent
  expect(told()).toBe('')
  const type = async (text: string) => {
    await userEvent.clear(screen.getByRole('combobox'))
    await userEvent.type(screen.getByRole('combobox'), text)
    await act(() => clock.advance(150))
  }
  await type('open acme')
  expect(told()).toBe('1 result')
  await type('zzz')
  expect(told()).toBe('No results')
})
