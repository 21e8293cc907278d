import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../kernel/server/version.ts'
import { afk } from './afk.ts'
import { consoleLine } from './console-line.ts'
import { firstPaint } from './first-paint.ts'
import { formatTable } from './format-table.ts'
import { gifts } from './gifts.ts'
import { hotReload } from './hot-reload.ts'
import { idleMemory } from './idle-memory.ts'
import { imagePage } from './image-page.ts'
import { kernelSize } from './kernel-size.ts'
import { leaderboard } from './leaderboard.ts'
import { layoutShift } from './layout-shift.ts'
import { lists } from './lists.ts'
import { liveTickets } from './live-tickets.ts'
import { mixedLoad } from './mixed-load.ts'
import type { Measurement, Part } from './measurement.ts'
import { ownData } from './own-data.ts'
import { paletteSearch } from './palette-search.ts'
import { pluginManifests } from './plugin-manifests.ts'
import { pluginSlope } from './plugin-slope.ts'
import { scriptBytes } from './script-bytes.ts'
import { sessionAnswer } from './session-answer.ts'
import { simulation } from './simulation.ts'
import { startTime } from './start-time.ts'
import { ticketSearch } from './ticket-search.ts'
import { visits } from './visits.ts'

const parts: readonly Part[] = [
  scriptBytes,
  firstPaint,
  layoutShift,
  hotReload,
  visits,
  kernelSize,
  pluginManifests,
  pluginSlope,
  sessionAnswer,
  gifts,
  paletteSearch,
  leaderboard,
  afk,
  imagePage,
  ticketSearch,
  liveTickets,
  consoleLine,
  lists,
  ownData,
  simulation,
  mixedLoad,
  idleMemory,
  startTime,
]

const chosen = (names: string | undefined): readonly Part[] => {
  if (names === undefined) return parts
  return names.split(',').map((name) => {
    const part = parts.find((each) => each.name === name)
    if (!part)
      throw new Error(
        `The bench has no part ${name}: name some of ${parts.map((each) => each.name).join(', ')}.`,
      )
    return part
  })
}

/** Builds the product as it ships, so that its start does not wait for a build. */
const buildProduct = () => {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'kernel/cli/build.ts')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The dashboard could not be built: see the lines above.')
}

const warnWhenBusy = () => {
  const [load = 0] = loadavg()
  if (load > 1.5)
    console.log(`The machine is busy already (load ${load.toFixed(1)}): the figures will be unsteady.`)
}

/** A part that breaks is a miss; the others still run. */
const measure = async (part: Part): Promise<readonly Measurement[]> => {
  console.log(`${part.name} ...`)
  try {
    return await part.run()
  } catch (error) {
    console.error(error)
    return [{ name: part.name, measured: 'failed', reference: '', ratio: null, budget: '', isMet: false }]
  }
}

/** Runs the bench; true when every budget is met. */
export async function runBench(args: readonly string[]): Promise<boolean> {
  const at = args.indexOf('--only')
  const wanted = chosen(at < 0 ? undefined : (args[at + 1] ?? ''))
  warnWhenBusy()
  buildProduct()
  const measured: Measurement[] = []
  for (const part of wanted) measured.push(...(await measure(part)))
  console.log(`\n${formatTable(measured)}`)
  const missed = measured.filter(({ isMet }) => isMet === false).length
  console.log(missed === 0 ? '\nEvery budget is met.' : `\n${missed} missed.`)
  return missed === 0
}
