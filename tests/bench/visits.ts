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
const budgets = { paint: 1800, drawn: 4000, interaction: 200, shift: 0, bytes: 400_000 }

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

type Figure = keyof typeof budgets

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
async function interact(page: Page, path: string): Promise<void> {
  if (path.startsWith('/auth')) {
    await page.getByRole('textbox').first().click()
    return page.keyboard.type('a')
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('a')
  await page.keyboard.press('Escape')
}

const look =
  (path: string) =>
  async (page: Page): Promise<Visited> => {
    const drawn = await readDrawn(page)
    const paint = await readPaint(page)
    const bytes = await readBytes(page)
    // The palette moves things on purpose.
    const { shift, moved } = await readNoted(page)
    await interact(page, path)
    const { interaction } = await readNoted(page)
    return { paint, drawn, bytes, shift, moved, interaction }
  }

const prepare = async (page: Page) => {
  await noteReports(page)
  await noteDrawn(page)
}

async function judge({ visit }: OpenSite, where: Visit, floor: number): Promise<Measurement[]> {
  const seen: Visited[] = []
  for (let round = 0; round < rounds; round += 1) {
    const slow = { ...where, isSlow: true, isFar: true, isPhone: true, before: prepare }
    seen.push(await visit(slow, look(where.path)))
  }
  const middle = (key: Figure) => median(seen.map((each) => each[key]))
  const line = (name: string, key: Figure, show: (value: number) => string, note = '') =>
    limited({ name: `${where.path}: ${name}`, value: middle(key), most: budgets[key], show, note })
  return [
    line('first paint', 'paint', milliseconds, `static page: ${milliseconds(floor)}`),
    line('drawn', 'drawn', milliseconds),
    line('interaction', 'interaction', milliseconds),
    line('shift', 'shift', (value) => value.toFixed(4), seen.flatMap(({ moved }) => moved)[0]),
    line('bytes', 'bytes', kilobytes),
  ]
}

// The screens that customers and staff open most.
const paths: readonly string[] = [
  '/dashboard',
  '/server/create',
  '/store',
  '/ticket',
  '/account',
  '/earn/afk',
  '/mc-admin',
  '/mc-admin/users',
  '/mc-admin/tickets',
]

async function measure(): Promise<Measurement[]> {
  const floor = await startScript('bare-server.ts', {
    BARE_BODY: staticPage,
    BARE_HEADERS: JSON.stringify(plainHeaders),
  })
  try {
    return await withSite(
      async (site) => {
        const times: number[] = []
        for (let round = 0; round < rounds; round += 1) {
          const plain = { path: '/', host: plainHost, isSlow: true, isFar: true, isPhone: true }
          times.push(await site.visit(plain, readPaint))
        }
        const plain = median(times)
        const found = await judge(site, { path: '/auth/login' }, plain)
        for (const path of paths) found.push(...(await judge(site, { path, person: site.person }, plain)))
        return found
      },
      () => Promise.resolve({ [plainHost]: Number(floor.told) }),
    )
  } finally {
    await floor.stop()
  }
}

/** The most visited screens on a slow phone far away, each by what its visitor feels. */
export const visits: Part = { name: 'visits', run: measure }
