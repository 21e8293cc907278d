// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { plainText, readAnsi } from './browser/ansi.ts'
import { createConsole } from './browser/console-store.ts'
import ConsolePage from './browser/console-page.tsx'
import { readUsage } from './browser/read-usage.ts'
import { drawHistory, sumUpHistory, tabulateHistory } from './browser/read-usage-history.ts'
import ResourcesPage from './browser/resources-page.tsx'
import ServerPage from './browser/server-page.tsx'
import manifest from './manifest.ts'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// Its canvas is a browser's.
const charts = vi.hoisted((): { locale?: string; timeZone?: string }[] => [])
vi.mock('@spawnpoint/sdk/ui/chart', () => ({
  Chart: (props: { locale?: string; timeZone?: string }) => {
    charts.push(props)
    return null
  },
}))

const id = '0198c0de-0000-7000-8000-000000000001'
const link = { state: 'live', problem: null, retryAt: null } as const
const line = (n: number, text: string) => ({ n, text, from: 'game' as const })
const stats = (over: object = {}) => ({
  at: 1_000,
  cpu: 40,
  memory: 536_870_912,
  disk: 1_073_741_824,
  received: 0,
  sent: 0,
  uptimeMs: 5_000,
  ...over,
})
const snapshot = (over: object = {}) => ({
  epoch: 'one',
  lines: [line(1, 'Loading world'), line(2, '\u001B[32mDone\u001B[0m (4.8s)!')],
  stats: [],
  game: 'running' as const,
  link,
  ...over,
})

describe('a line of a console', () => {
  it('[SRV61] keeps its colors and nothing that moves the cursor', () => {
    expect(readAnsi('\u001B[1;31mError\u001B[0m: \u001B[38;5;10mok\u001B[39m\u001B[K')).toEqual([
      { text: 'Error', className: 'console-fg-1 console-bold' },
      { text: ': ', className: '' },
      { text: 'ok', className: 'console-fg-10' },
    ])
    expect(readAnsi('\u001B[38;2;250;10;10mred\u001B[22m')[0]?.className).toMatch(/console-fg-(1|9)$/)
    expect(plainText('\u001B]0;title\u0007> a\u0008\u0000b')).toBe('> ab')
    expect(plainText('10%\r50%\r100%\r')).toBe('100%')
    expect(plainText('<script>alert(1)</script>')).toBe('<script>alert(1)</script>')
  })
})

describe('the lines of a console', () => {
  it('[SRV61] are 1,000 at most; after a pause none is shown twice and none is lost', () => {
    const { store, apply } = createConsole()
    apply({ name: 'snapshot', data: snapshot() })
    const many = Array.from({ length: 1_200 }, (_, index) => line(index + 3, `line ${index}`))
    apply({ name: 'lines', data: { lines: many, dropped: 2 } })
    expect(store.getState()).toMatchObject({ dropped: 2 })
    expect(store.getState().lines).toHaveLength(1_000)
    apply({ name: 'snapshot', data: snapshot({ lines: many.slice(-500) }) })
    expect(store.getState().lines.map(({ n }) => n)).toEqual(many.slice(-1_000).map(({ n }) => n))
    apply({ name: 'snapshot', data: snapshot({ epoch: 'two' }) })
    expect(store.getState().lines).toHaveLength(2)
  })

  it('[SRV62] rates come from what was counted up, with a gap where the game began anew', () => {
    const usage = readUsage([
      stats({ at: 1_000, received: 100 }),
      stats({ at: 3_000, received: 2_100 }),
      stats({ at: 4_000, received: 50 }),
    ])
    expect(usage.received).toEqual([null, 1_000, null])
    expect(usage.x).toEqual([1, 3, 4])
  })
})

const minuteMs = 60_000
const aHistory = (at: readonly number[], over: object = {}) => {
  const values = at.map((_, index) => 10 * (index + 1))
  const both = { average: values, highest: values.map((value) => 2 * value) }
  return {
    from: 0,
    to: 1_440 * minuteMs,
    bucketMs: 5 * minuteMs,
    at: at.map((minute) => minute * minuteMs),
    cpu: both,
    memory: both,
    disk: both,
    received: both,
    sent: both,
    ...over,
  }
}
const lineOf = (at: readonly number[]) => {
  const { x, cpu } = drawHistory(aHistory(at))
  return cpu.average.map((value, index) => [Math.floor((x[index] ?? 0) / 60), value])
}

describe('what a server used', () => {
  it('[SRV77] is drawn over the whole span, with gaps where nothing was measured', () => {
    expect(lineOf([600, 605, 610, 700, 1_435])).toEqual([
      [-1, null],
      [600, 10],
      [605, 20],
      [610, 30],
      [615, 30],
      [615, null],
      [700, 40],
      [705, 40],
      [705, null],
      [1_435, 50],
      [1_440, 50],
      [1_440, null],
      [1_440, null],
    ])
  })

  it('[SRV77] has no gaps between the turns of a server that is measured less often', () => {
    const line = lineOf([600, 615, 630, 645, 690])
    expect(line.filter(([, value]) => value === null)).toHaveLength(4)
    expect(line.slice(1, 7)).toEqual([
      [600, 10],
      [615, 20],
      [630, 30],
      [645, 40],
      [650, 40],
      [650, null],
    ])
  })

  it('[SRV77] is summed up as a whole and by the hour, the newest first', () => {
    const history = aHistory([0, 5, 120])
    expect(sumUpHistory(history).cpu).toEqual({ average: 20, highest: 60 })
    const rows = tabulateHistory(history)
    expect(rows).toHaveLength(25)
    expect(rows.at(-1)?.cpu).toEqual({ average: 15, highest: 40 })
    expect(rows.at(-2)?.cpu).toBeNull()
    expect(rows.at(-3)?.sent).toEqual({ average: 30, highest: 60 })
    expect(tabulateHistory(aHistory([0], { to: 720 * 60 * minuteMs }))).toHaveLength(31)
  })
})

/** The stream of the server, from which a test tells events. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static last: FakeSource | null = null
  readyState = 1
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeSource.last = this
  }
  close() {
    this.readyState = 2
  }
  tell(name: string, data: unknown) {
    act(() => void this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) })))
  }
}

describe('the page of a console', () => {
  beforeEach(() => vi.stubGlobal('EventSource', FakeSource))
  const server = {
    id,
    name: 'Skyblock',
    description: '',
    status: 'active',
    identifier: '631a8dd4',
    memory: 1024,
    cpu: 100,
    disk: 2048,
    databases: 0,
    backups: 0,
    allocations: 1,
    location: { id, name: 'Frankfurt' },
    category: { id, name: 'Minecraft' },
    egg: { id, name: 'Paper' },
    wanted: null,
    problem: null,
    expiresAt: null,
    createdAt: '2026-05-04T10:00:00.000Z',
    address: 'fra-1.example.com:25565',
  }
  const show = (
    Page: typeof ConsolePage,
    path: string,
    { isOn = true, permissions = [] as string[], answers = {} } = {},
  ) =>
    renderPage(
      () => (
        <Routes>
          <Route path={`/server/:id/${path}`} element={<Page />} />
        </Routes>
      ),
      {
        manifest: {
          ...manifest,
          contributes: { ...manifest.contributes, adminPages: manifest.contributes.routes },
        },
        at: `/server/${id}/${path}`,
        permissions,
        answers: {
          'GET /api/servers': () => ({
            servers: [server],
            queued: [],
            slots: { used: 1, limit: 2 },
            panelUrl: null,
            console: isOn,
          }),
          ...answers,
        },
      },
    )

  it('[SRV61] shows, searches and quietly adds lines', async () => {
    const user = userEvent.setup()
    show(ConsolePage, 'console')
    const output = await screen.findByRole('log', { name: 'Console output' })
    expect(FakeSource.last?.url).toBe(`/api/servers/${id}/console`)
    FakeSource.last?.tell('snapshot', snapshot())
    expect(output.textContent).toContain('Done (4.8s)!')
    expect(output.getAttribute('aria-live')).toBe('off')
    FakeSource.last?.tell('lines', { lines: [line(3, 'Nilla joined the game')], dropped: 0 })
    expect(output.textContent).toContain('Nilla joined')
    await user.type(screen.getByRole('searchbox'), 'NILLA')
    expect(output.textContent).toBe('Nilla joined the game')
    expect(within(output).getByText('Nilla').tagName).toBe('MARK')
    expect(screen.getByText('Matches: 1')).toBeTruthy()
  })

  it('[SRV61] sends commands and brings earlier ones back with the arrow keys', async () => {
    const sent: unknown[] = []
    show(ConsolePage, 'console', {
      answers: {
        'POST /api/servers/:id/console/commands': ({ body }: { body: unknown }) => {
          sent.push(body)
          return {}
        },
      },
    })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Command' })
    FakeSource.last?.tell('snapshot', snapshot())
    for (const command of ['list', 'say hi']) {
      fireEvent.change(field, { target: { value: command } })
      fireEvent.submit(field)
      await vi.waitFor(() => expect(field.value).toBe(''))
    }
    expect(sent).toEqual([{ command: 'list' }, { command: 'say hi' }])
    const press = (key: string) => {
      fireEvent.keyDown(field, { key })
      return field.value
    }
    expect(['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown'].map(press)).toEqual([
      'say hi',
      'list',
      'list',
      'say hi',
      '',
    ])
  })

  it('[SRV59] asks before it kills, and keeps signals that make no sense closed', async () => {
    const user = userEvent.setup()
    const signals: unknown[] = []
    show(ConsolePage, 'console', {
      answers: {
        'POST /api/servers/:id/power': ({ body }: { body: unknown }) => {
          signals.push(body)
          return {}
        },
      },
    })
    await screen.findByRole('log')
    FakeSource.last?.tell('snapshot', snapshot())
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Kill' }))
    expect(signals).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Kill server' }))
    expect(signals).toEqual([{ signal: 'kill' }])
    FakeSource.last?.tell('game', { state: 'offline' })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(false)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Command' }).disabled).toBe(true)
  })

  it('[SRV57] says that the connection is lost, and no longer once it is back', async () => {
    const answers = { 'GET /api/servers/limits': () => new Promise(() => undefined) }
    for (const [Page, tab] of [
      [ServerPage, 'overview'],
      [ConsolePage, 'console'],
      [ResourcesPage, 'resources'],
    ] as const) {
      show(Page, tab, { answers })
      await screen.findByRole('button', { name: 'Restart' })
      expect(screen.queryByText(/^Connection lost/)).toBeNull()
      FakeSource.last?.tell('snapshot', snapshot())
      expect(screen.queryByText(/^Connection lost/)).toBeNull()
      FakeSource.last?.tell('error', null)
      expect(screen.getByText(/^Connection lost/)).toBeTruthy()
      FakeSource.last?.tell('snapshot', snapshot())
      expect(screen.queryByText(/^Connection lost/)).toBeNull()
      cleanup()
    }
  })

  it('[SRV59] offers no signals and no commands while the panel has closed the console', async () => {
    show(ConsolePage, 'console')
    await screen.findByRole('log')
    expect(screen.getByRole('button', { name: 'Kill' })).toBeTruthy()
    const closed = { state: 'waiting', problem: 'unavailable', retryAt: null }
    FakeSource.last?.tell('snapshot', snapshot())
    expect(screen.getByText('Running')).toBeTruthy()
    FakeSource.last?.tell('link', closed)
    expect(await screen.findByText(/^The console is closed while/)).toBeTruthy()
    expect(screen.queryByText('Running')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Kill' })).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Command' })).toBeNull()
  })

  it('[SRV64] has its power and its use of now on the overview, where a panel lets us', async () => {
    const user = userEvent.setup()
    const signals: unknown[] = []
    const answers = {
      'GET /api/servers/limits': () => new Promise(() => undefined),
      'POST /api/servers/:id/power': ({ body }: { body: unknown }) => {
        signals.push(body)
        return {}
      },
    }
    show(ServerPage, 'overview', { answers })
    await screen.findByRole('button', { name: 'Restart' })
    FakeSource.last?.tell('snapshot', snapshot({ stats: [stats()] }))
    expect(screen.getByText('Running')).toBeTruthy()
    expect(screen.getByText('Memory 512 MB of 1 GB')).toBeTruthy()
    expect(screen.getByText(/^CPU \d+% of 100%$/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Restart' }))
    expect(signals).toEqual([{ signal: 'restart' }])
    cleanup()
    show(ServerPage, 'overview', { answers, isOn: false })
    await screen.findByText('Server address')
    expect(screen.queryByRole('button', { name: 'Restart' })).toBeNull()
  })

  it('[SRV119] says since when the game runs, on each page that has its power, and nothing while it is off', async () => {
    const answers = { 'GET /api/servers/limits': () => new Promise(() => undefined) }
    const hour = 3_600_000
    const pages = [
      [ServerPage, 'overview'],
      [ConsolePage, 'console'],
      [ResourcesPage, 'resources'],
    ] as const
    for (const [Page, tab] of pages) {
      show(Page, tab, { answers })
      await screen.findByRole('button', { name: 'Restart' })
      const now = Date.now()
      const reports = [now - 1_000, now].map((at) => stats({ at, uptimeMs: 3 * hour }))
      FakeSource.last?.tell('snapshot', snapshot({ stats: reports }))
      expect(await screen.findByText('Started 3 hours ago')).toBeTruthy()
      FakeSource.last?.tell('game', { state: 'offline' })
      await waitFor(() => expect(screen.queryByText('Started 3 hours ago')).toBeNull())
      cleanup()
    }
  })

  it('[SRV57] says that a connection is lost, and that it is tried again', async () => {
    show(ConsolePage, 'console')
    await screen.findByRole('log')
    FakeSource.last?.tell('snapshot', snapshot())
    FakeSource.last?.tell('link', { state: 'waiting', problem: 'node', retryAt: 5 })
    expect(screen.getByText(/^Live output isn't available because the node can't be reached\./)).toBeTruthy()
    FakeSource.last?.tell('link', link)
    expect(screen.queryByText(/Trying again/)).toBeNull()
  })

  it('[SRV60] has its tabs where consoles are set up; where not, only staff see them, and why', async () => {
    show(ConsolePage, 'console')
    expect(await screen.findByRole('link', { name: 'Console' })).toBeTruthy()
    cleanup()
    show(ConsolePage, 'console', { isOn: false })
    expect(await screen.findByRole('link', { name: 'Overview' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Console' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Resources' })).toBeNull()
    expect(screen.getByText('Not available')).toBeTruthy()
    expect(screen.queryByText(/client API key/)).toBeNull()
    cleanup()
    show(ConsolePage, 'console', { isOn: false, permissions: ['admin.servers.edit'] })
    expect(await screen.findByRole('link', { name: 'Console' })).toBeTruthy()
    expect(screen.getByText('Consoles are not set up')).toBeTruthy()
  })

  it('[SRV62] shows what a server uses as numbers too, of what it may use', async () => {
    show(ResourcesPage, 'resources')
    await screen.findByRole('heading', { level: 1, name: 'Skyblock' })
    const reports = [stats(), stats({ at: 2_000, received: 2_048, sent: 1_024 })]
    FakeSource.last?.tell('snapshot', snapshot({ stats: reports }))
    expect(await screen.findByText('512 MB')).toBeTruthy()
    expect(screen.getByText('of 1 GB')).toBeTruthy()
    expect(screen.getByText('↓ 2 KB/s ↑ 1 KB/s')).toBeTruthy()
    expect(screen.getByText('40%')).toBeTruthy()
  })

  it('[SRV77] shows the last 24 hours and 30 days, with the numbers as text and as a table', async () => {
    const user = userEvent.setup()
    const asked: unknown[] = []
    const answers = {
      'GET /api/servers/:id/usage': ({ query }: { query: { span: string } }) => {
        asked.push(query.span)
        return query.span === 'day' ? aHistory([0, 5, 120]) : aHistory([])
      },
    }
    show(ResourcesPage, 'resources', { answers })
    expect((await screen.findByRole('tab', { name: 'Live' })).getAttribute('aria-selected')).toBe('true')
    expect(asked).toEqual([])
    await user.click(screen.getByRole('tab', { name: '24 hours' }))
    expect(await screen.findByText('20%')).toBeTruthy()
    expect(screen.getByText('average, peak 60%')).toBeTruthy()
    await user.click(screen.getByText('Show values as a table'))
    // Drawn in the language and the time zone of the page, not in those of the browser.
    expect(charts.at(-1)).toMatchObject({ locale: 'en', timeZone: 'UTC' })
    const table = screen.getByRole('table', { name: 'Resources' })
    expect(within(table).getByText('15% (peak 40%)')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: '30 days' }))
    expect(await screen.findByText('No measurements yet')).toBeTruthy()
    expect(asked).toEqual(['day', 'month'])
  })

  it('[SRV102] says that the server is still being created, and opens once it is ready', async () => {
    const build = { ...server, status: 'building', reason: null, step: 'account-found' }
    const listOf = (live: readonly object[], queued: readonly object[]) => ({
      servers: live,
      queued,
      slots: { used: 1, limit: 2 },
      panelUrl: null,
      console: true,
    })
    let answer = listOf([], [build])
    show(ConsolePage, 'console', { answers: { 'GET /api/servers': () => answer } })
    expect(await screen.findByText('This server is still being created')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Watch it being created' }).getAttribute('href')).toBe(
      `/server/${id}`,
    )
    answer = listOf([{ ...server, buildId: id }], [])
    expect(await screen.findByRole('log', { name: 'Console output' })).toBeTruthy()
    expect(screen.queryByText('This server is still being created')).toBeNull()
  })

  it('[SRV58] tells a stranger that the server is not there', async () => {
    show(ConsolePage, 'console', {
      answers: {
        'GET /api/servers': () => ({
          servers: [],
          queued: [],
          slots: { used: 0, limit: 2 },
          panelUrl: null,
          console: true,
        }),
        'GET /api/servers/all/:id': () => refuse('NOT_FOUND', 404),
      },
    })
    expect(await screen.findByText('Server not found')).toBeTruthy()
  })
})
