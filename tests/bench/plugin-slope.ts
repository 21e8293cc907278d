import type { Page } from '@playwright/test'
import { noteDrawn, readDrawn } from './drawn.ts'
import { milliseconds, type Measurement, type Part } from './measurement.ts'
import { firstHost, openSites } from './open-site.ts'
import { checkPlan } from './plugin-manifests.ts'
import {
  type BenchPerson,
  type BenchServer,
  createDataDir,
  removeDataDir,
  startBenchServer,
} from './start-bench-server.ts'
import { writePlugins } from './write-plugins.ts'

const counts = [0, 10, 50, 200, 300, 1_000]
/** The fastest start counts: other load only adds time. */
const starts = 3
const visits = 5

interface Point {
  readonly count: number
  /** Milliseconds until the process listens, on a database that knows the plugins. */
  readonly start: number
  /** Milliseconds of processor time in it, which another program does not lengthen. */
  readonly cost: number
  /** Resident bytes of the process, after the visits. */
  readonly memory: number
  /** Milliseconds until a browser has drawn the dashboard. */
  readonly drawn: number
}

/** Least squares: what one more plugin costs, whatever it costs without any. */
export const slopeOf = (points: readonly { readonly x: number; readonly y: number }[]): number => {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const [middleX, middleY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  const above = points.reduce((sum, { x, y }) => sum + (x - middleX) * (y - middleY), 0)
  return above / points.reduce((sum, { x }) => sum + (x - middleX) ** 2, 0)
}

/** Neither a manifest that was refused nor a server module that did not start would cost anything. */
async function checkPlugins(page: Page, count: number): Promise<void> {
  await checkPlan(page, count)
  if (count === 0) return
  const call = `/api/bench-plugin-${count}/hello`
  const status = await page.evaluate(async (url) => (await fetch(url)).status, call)
  if (status !== 200) throw new Error(`${call} answered ${status}`)
}

async function visitDashboard({ port }: BenchServer, count: number, person: BenchPerson | undefined) {
  const sites = await openSites([{ host: firstHost, port }])
  try {
    const drawn: number[] = []
    const visit = { path: '/dashboard', person, before: noteDrawn }
    for (let round = 0; round < visits; round += 1)
      drawn.push(
        await sites.visit(visit, async (page) => {
          await checkPlugins(page, count)
          return readDrawn(page)
        }),
      )
    return Math.min(...drawn)
  } finally {
    await sites.close()
  }
}

async function measureFolder(count: number, plugins: string, dataDir: string): Promise<Point> {
  const common = { origin: `https://${firstHost}`, plugins, dataDir }
  // Makes the database, whose time differs more from start to start than a thousand plugins take.
  const first = await startBenchServer({ ...common, people: 1 })
  await first.stop()
  const times: number[] = []
  const costs: number[] = []
  let measured: Pick<Point, 'memory' | 'drawn'> | null = null
  for (let round = 1; round <= starts; round += 1) {
    const began = performance.now()
    const server = await startBenchServer({ ...common, people: 0 })
    times.push(performance.now() - began)
    costs.push(server.startCost)
    try {
      if (round < starts) continue
      const drawn = await visitDashboard(server, count, first.people[0])
      measured = { drawn, memory: await server.readMemory() }
    } finally {
      await server.stop()
    }
  }
  if (!measured) throw new Error('nothing was measured')
  return { count, start: Math.min(...times), cost: Math.min(...costs), ...measured }
}

async function measureOne(count: number): Promise<Point> {
  const plugins = writePlugins(count, 'both')
  const dataDir = createDataDir()
  try {
    return await measureFolder(count, plugins.folder, dataDir)
  } finally {
    removeDataDir(dataDir)
    plugins.remove()
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

interface Side {
  readonly name: string
  readonly of: (point: Point) => number
  readonly show: (value: number) => string
  readonly showSlope: (slope: number) => string
}

const inMilliseconds = {
  show: milliseconds,
  showSlope: (slope: number) => `${slope.toFixed(2)} ms a plugin`,
}

const sides: readonly Side[] = [
  { name: 'start of the server', of: ({ start }) => start, ...inMilliseconds },
  { name: 'processor time of that', of: ({ cost }) => cost, ...inMilliseconds },
  {
    name: 'memory of the server',
    of: ({ memory }) => memory,
    show: megabytes,
    showSlope: (slope) => `${(slope / 1_000_000).toFixed(3)} MB a plugin`,
  },
  { name: 'dashboard drawn', of: ({ drawn }) => drawn, ...inMilliseconds },
]

const told = (points: readonly Point[], { name, of, show, showSlope }: Side): Measurement => ({
  name: `enabled plugins: ${name}`,
  measured: showSlope(slopeOf(points.map((point) => ({ x: point.count, y: of(point) })))),
  reference: points.map((point) => `${point.count}: ${show(of(point))}`).join(', '),
  ratio: null,
  budget: '',
  isMet: null,
})

async function measure(): Promise<Measurement[]> {
  const points: Point[] = []
  for (const count of counts) {
    points.push(await measureOne(count))
    console.log(`  ${count} plugins measured`)
  }
  return sides.map((side) => told(points, side))
}

/** Cost of each further plugin, from none to a thousand. */
export const pluginSlope: Part = { name: 'slope', run: measure }
