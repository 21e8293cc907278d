import type { Page } from '@playwright/test'
import { alternate } from './alternate.ts'
import { compared, type Measurement, middleMean, milliseconds, type Part } from './measurement.ts'
import { startScript } from './start-bench-server.ts'
import { headersOf, plainHeaders, staticPage } from './static-page.ts'
import { type OpenSite, withSite } from './with-site.ts'

const rounds = { far: 25, near: 9 }
const path = '/auth/login'
const alikeHost = 'alike.example.com'
const plainHost = 'plain.example.com'

/** On a busy machine the network may be idle before the page is painted. */
const readPaint = async (page: Page): Promise<number> => {
  const paint = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  const time = await paint.jsonValue()
  if (time === undefined) throw new Error('nothing was painted')
  return time
}

async function judge({ visit }: OpenSite, distance: 'far' | 'near') {
  const isFar = distance === 'far'
  const paintOf = (host?: string) => () =>
    visit({ path, isSlow: true, isFar, ...(host === undefined ? {} : { host }) }, readPaint)
  const { ours, alike, plain } = await alternate(
    rounds[distance],
    { ours: paintOf(), alike: paintOf(alikeHost), plain: paintOf(plainHost) },
    middleMean,
  )
  const most = 1.25
  const against = (name: string, value: number) => ({ against: { name, value }, bound: { most } })
  const common = { value: ours, show: milliseconds }
  return {
    alike: (name: string) => compared({ name, ...common, ...against('static page, same headers', alike) }),
    plain: (name: string) => compared({ name, ...common, ...against('static page, no headers', plain) }),
  }
}

const onlyTold = (measurement: Measurement): Measurement => ({ ...measurement, budget: '', isMet: null })

async function measure(): Promise<Measurement[]> {
  const floors: Awaited<ReturnType<typeof startScript>>[] = []
  const serve = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const env = { BARE_BODY: staticPage, BARE_HEADERS: JSON.stringify(headers) }
    const floor = await startScript('bare-server.ts', env)
    floors.push(floor)
    return Number(floor.told)
  }
  const compare = async (address: string) => ({
    [alikeHost]: await serve(await headersOf(`${address}${path}`)),
    [plainHost]: await serve(plainHeaders),
  })
  try {
    return await withSite(async (site) => {
      const far = await judge(site, 'far')
      const near = await judge(site, 'near')
      return [
        far.alike('first paint of log-in, CPU / 4, 150 ms, 1.6 Mbit/s'),
        onlyTold(far.plain('the same, beside a page that may be framed and opened by anybody')),
        // Without a network only the renderer is left, whose noise on a busy machine is larger than what is measured.
        onlyTold(near.alike('the same without a network')),
      ]
    }, compare)
  } finally {
    await Promise.all(floors.map((floor) => floor.stop()))
  }
}

export const firstPaint: Part = { name: 'paint', run: measure }
