import { noteDrawn, readDrawn } from './drawn.ts'
import { median, milliseconds, type Measurement, type Part } from './measurement.ts'
import { firstHost, openSites } from './open-site.ts'
import { startBenchServer } from './start-bench-server.ts'
import { writePlugins } from './write-plugins.ts'

const counts = [0, 10, 50, 200, 300, 1_000]
const visits = 3

interface Point {
  readonly count: number
  /** Until the process listens, with the database made anew: the same for every count. */
  readonly server: number
  readonly browser: number
}

/** Least squares: what one more plugin costs, whatever a start costs without any. */
export const slopeOf = (points: readonly { readonly x: number; readonly y: number }[]): number => {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const [middleX, middleY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  const above = points.reduce((sum, { x, y }) => sum + (x - middleX) * (y - middleY), 0)
  return above / points.reduce((sum, { x }) => sum + (x - middleX) ** 2, 0)
}

async function measureOne(count: number): Promise<Point> {
  const plugins = writePlugins(count, 'both')
  try {
    const began = performance.now()
    const server = await startBenchServer({
      people: 1,
      origin: `https://${firstHost}`,
      plugins: plugins.folder,
    })
    const startedIn = performance.now() - began
    try {
      const sites = await openSites([{ host: firstHost, port: server.port }])
      const drawn: number[] = []
      const visit = { path: '/dashboard', person: server.people[0], before: noteDrawn }
      for (let round = 0; round < visits; round += 1)
        drawn.push(await sites.visit(visit, (page) => readDrawn(page)))
      await sites.close()
      return { count, server: startedIn, browser: median(drawn) }
    } finally {
      await server.stop()
    }
  } finally {
    plugins.remove()
  }
}

const told = (name: string, points: readonly Point[], side: 'server' | 'browser'): Measurement => ({
  name,
  measured: `${slopeOf(points.map((point) => ({ x: point.count, y: point[side] }))).toFixed(2)} ms a plugin`,
  reference: points.map((point) => `${point.count}: ${milliseconds(point[side])}`).join(', '),
  ratio: null,
  budget: '',
  isMet: null,
})

async function measure(): Promise<Measurement[]> {
  const points: Point[] = []
  for (const count of counts) points.push(await measureOne(count))
  return [
    told('enabled plugins: start of the server', points, 'server'),
    told('enabled plugins: dashboard drawn', points, 'browser'),
  ]
}

/** What each further plugin costs, from none to a thousand. */
export const pluginSlope: Part = { name: 'slope', run: measure }
