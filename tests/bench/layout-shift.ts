import type { Page } from '@playwright/test'
import { callApi } from '../../e2e/call-api.ts'
import { limited, type Measurement, type Part } from './measurement.ts'
import type { Visit } from './open-site.ts'
import { type OpenSite, withSite } from './with-site.ts'

/** One entry of the browser's report; the DOM's own declarations do not have it yet. */
interface Shift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

const readShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ total: number; moved: string[] }>((resolve) => {
        const report = (entries: PerformanceEntryList) => {
          // Only such entries were asked for.
          const shifts = entries as Shift[]
          const nodes = shifts.flatMap(({ sources }) => sources.map(({ node }) => node))
          resolve({
            total: shifts.reduce((sum, { value }) => sum + value, 0),
            moved: nodes.map((node) =>
              node instanceof Element ? node.outerHTML.slice(0, 60) : String(node?.nodeName),
            ),
          })
        }
        const observer = new PerformanceObserver((list) => report(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        // Where nothing moved the observer stays silent; what it held back comes before the frame after next.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => report(observer.takeRecords()))),
        )
      }),
  )

async function judge({ visit }: OpenSite, name: string, where: Visit): Promise<Measurement> {
  const { total, moved } = await visit({ ...where, isSlow: true }, async (page) => {
    // The one that React drew: the server's first view of it is inert.
    await page.locator('h1:not([inert] *)').waitFor()
    return readShifts(page)
  })
  const show = (value: number) => value.toFixed(4)
  return limited({
    name: `layout shift of ${name}`,
    value: total,
    most: 0,
    show,
    note: moved.slice(0, 2).join(' '),
  })
}

// The pages that customers and staff open most, and the tab of the settings that a plugin adds pictures to.
const pages: readonly string[] = [
  '/dashboard',
  '/server/create',
  '/store',
  '/account',
  '/mc-admin',
  '/mc-admin/users',
  '/mc-admin/server-queue',
  '/mc-admin/health',
  '/mc-admin/settings',
  '/mc-admin/settings#brand',
]

/** Puts something above the servers that isn't known before the session is. */
const announce = ({ visit, person }: OpenSite) =>
  visit({ path: '/mc-admin/announcements', person }, (page) =>
    callApi(page, 'POST', '/api/announcements', {
      title: 'New location',
      summary: 'We have opened a location in Oslo, and servers can be moved there from today.',
      body: 'It has fast disks.',
      kind: 'news',
      audience: 'everyone',
      locationIds: [],
      pinned: true,
      draft: false,
    }),
  )

async function judgeAll(site: OpenSite): Promise<Measurement[]> {
  const found: Measurement[] = []
  const { person } = site
  for (const path of pages) found.push(await judge(site, path, { path, person }))
  await announce(site)
  const path = '/dashboard'
  found.push(await judge(site, 'the dashboard with a headline', { path, person }))
  found.push(await judge(site, 'the dashboard with a headline on a phone', { path, person, isPhone: true }))
  return found
}

const measure = (): Promise<Measurement[]> =>
  withSite(async (site) => [await judge(site, 'log-in', { path: '/auth/login' }), ...(await judgeAll(site))])

export const layoutShift: Part = { name: 'shift', run: measure }
