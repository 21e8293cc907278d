import type { Page } from '@playwright/test'
import { noteDrawn, readDrawn } from './drawn.ts'
import { kilobytes, limited, type Measurement, median, milliseconds, type Part } from './measurement.ts'
import type { Visit } from './open-site.ts'
import { startScript } from './start-bench-server.ts'
import { plainHeaders, staticPage } from './static-page.ts'
import { type OpenSite, withSite } from './with-site.ts'

const rounds = 3
const plainHost = 'plain.example.com'

/** Limits of "good" for a visitor, as in https://web.dev/articles/vitals, for this slow phone; nothing moves at all. */
const good = { paint: 1800, interaction: 200, shift: 0 }

/** The screens that people open most, each with a sixth more time and a tenth more bytes than it took on a quiet machine. */
const screens: readonly Screen[] = [
  { path: '/auth/login', isGuest: true, drawn: 2800, bytes: 270_000 },
  { path: '/dashboard', drawn: 3600, bytes: 340_000 },
  { path: '/server/create', drawn: 4000, bytes: 360_000 },
  { path: '/store', drawn: 3800, bytes: 345_000 },
  { path: '/ticket', drawn: 4100, bytes: 340_000 },
  { path: '/account', drawn: 4500, bytes: 345_000 },
  { path: '/earn/afk', drawn: 3800, bytes: 335_000 },
  { path: '/mc-admin', drawn: 4100, bytes: 420_000 },
  { path: '/mc-admin/users', drawn: 5300, bytes: 385_000 },
  { path: '/mc-admin/tickets', drawn: 4900, bytes: 350_000 },
]

interface Screen {
  readonly path: string
  readonly isGuest?: true
  /** Milliseconds until its heading stands there. */
  readonly drawn: number
  readonly bytes: number
}

/** The entries of the browser's report that the DOM's declarations do not have yet. */
interface Shift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}
interface Interaction extends PerformanceEntry {
  readonly interactionId: number
}

interface Visited {
  readonly paint: number
  readonly drawn: number
  readonly interaction: number
  readonly shift: number
  readonly moved: readonly string[]
  readonly bytes: number
}

type Figures = Omit<Visited, 'moved'>
type Figure = keyof Figures

const readPaint = async (page: Page): Promise<number> => {
  const paint = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  return (await paint.jsonValue()) ?? Number.NaN
}

/** Collects what the browser says only to those that ask before. */
const noteReports = (page: Page) =>
  page.addInitScript(() => {
    const noted = { shift: 0, moved: [] as string[], interaction: 0 }
    Object.assign(window, { noted })
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        noted.shift += value
        for (const { node } of sources)
          noted.moved.push(node instanceof Element ? node.outerHTML.slice(0, 60) : String(node?.nodeName))
      }
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Interaction[])
        if (entry.interactionId > 0) noted.interaction = Math.max(noted.interaction, entry.duration)
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })

const readNoted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ shift: number; moved: string[]; interaction: number }>((resolve) => {
        // Entries that an observer holds back come before the frame after next.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(Reflect.get(window, 'noted')))),
        )
      }),
  )

const readBytes = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntries()
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
  )

/** The palette by its keys, or a first letter in a form. */
async function interact(page: Page, hasForm: boolean): Promise<void> {
  if (hasForm) {
    await page.getByRole('textbox').first().click()
    return page.keyboard.type('a')
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('a')
  await page.keyboard.press('Escape')
}

const look =
  (hasForm: boolean) =>
  async (page: Page): Promise<Visited> => {
    const drawn = await readDrawn(page)
    const paint = await readPaint(page)
    const bytes = await readBytes(page)
    // The palette moves things on purpose.
    const { shift, moved } = await readNoted(page)
    await interact(page, hasForm)
    const { interaction } = await readNoted(page)
    return { paint, drawn, bytes, shift, moved, interaction }
  }

const prepare = async (page: Page) => {
  await noteReports(page)
  await noteDrawn(page)
}

interface Seen {
  readonly figures: Figures
  readonly moved: readonly string[]
}

/** The middle of each figure of several visits, on a slow phone far away. */
async function visitSlowly({ visit }: OpenSite, where: Visit, hasForm: boolean): Promise<Seen> {
  const seen: Visited[] = []
  for (let round = 0; round < rounds; round += 1) {
    const slow = { ...where, isSlow: true, isFar: true, isPhone: true, before: prepare }
    seen.push(await visit(slow, look(hasForm)))
  }
  const middle = (key: Figure) => median(seen.map((each) => each[key]))
  return {
    figures: {
      paint: middle('paint'),
      drawn: middle('drawn'),
      interaction: middle('interaction'),
      shift: middle('shift'),
      bytes: middle('bytes'),
    },
    moved: seen.flatMap(({ moved }) => moved),
  }
}

const judge = ({ path, drawn, bytes }: Screen, { figures, moved }: Seen, floor: Figures): Measurement[] => {
  const most: Figures = { ...good, drawn, bytes }
  const line = (name: string, key: Figure, show: (value: number) => string, note = '') =>
    limited({
      name: `${path}: ${name}`,
      value: figures[key],
      most: most[key],
      show,
      note: `static page: ${show(floor[key])}${note && `; moved: ${note}`}`,
    })
  return [
    line('first paint', 'paint', milliseconds),
    line('drawn', 'drawn', milliseconds),
    line('interaction', 'interaction', milliseconds),
    line('shift', 'shift', (value) => value.toFixed(4), moved[0]),
    line('bytes', 'bytes', kilobytes),
  ]
}

async function measure(): Promise<Measurement[]> {
  const floor = await startScript('bare-server.ts', {
    BARE_BODY: staticPage,
    BARE_HEADERS: JSON.stringify(plainHeaders),
  })
  try {
    return await withSite(
      async (site) => {
        const plain = await visitSlowly(site, { path: '/', host: plainHost }, true)
        const found: Measurement[] = []
        for (const screen of screens) {
          const { path, isGuest = false } = screen
          const where = isGuest ? { path } : { path, person: site.person }
          found.push(...judge(screen, await visitSlowly(site, where, isGuest), plain.figures))
        }
        return found
      },
      () => Promise.resolve({ [plainHost]: Number(floor.told) }),
    )
  } finally {
    await floor.stop()
  }
}

/** The most visited screens on a slow phone far away, each by what its visitor feels and beside a page that is nothing but HTML. */
export const visits: Part = { name: 'visits', run: measure }
