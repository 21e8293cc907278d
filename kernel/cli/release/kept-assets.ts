import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const DAY_MS = 86_400_000
const buildName = z.string().regex(/^[0-9a-f]{16}$/)
const recordShape = z.object({
  /** The build that was started last. */
  current: buildName,
  /** When each build before it was replaced. */
  replaced: z.record(buildName, z.iso.datetime()),
})
type KeptRecord = z.output<typeof recordShape>

const readRecord = (file: string): KeptRecord | null => {
  try {
    return recordShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null // The first start of a release, or the file was changed by hand.
  }
}

/** A whole folder or none, also when the start is cut short. */
function copyAssets(from: string, to: string) {
  if (existsSync(to)) return
  const beside = `${to}.${process.pid}`
  cpSync(from, beside, { recursive: true })
  try {
    renameSync(beside, to)
  } catch {
    // Another process of this instance was first.
    rmSync(beside, { recursive: true, force: true })
  }
}

function exchange(release: string, dataDir: string, now: Date): readonly string[] {
  const folder = join(dataDir, 'assets')
  const file = join(folder, 'assets.json')
  const page = readFileSync(join(release, 'dist/page.json'))
  const current = createHash('sha256').update(page).digest('hex').slice(0, 16)
  mkdirSync(folder, { recursive: true })
  copyAssets(join(release, 'dist/assets'), join(folder, current))
  const known = readRecord(file)
  const all = { ...known?.replaced, ...(known && { [known.current]: now.toISOString() }) }
  const before = Object.entries(all).filter(([build]) => build !== current)
  const isOver = ([, replaced]: (typeof before)[number]) => now.getTime() - Date.parse(replaced) > DAY_MS
  for (const [build] of before.filter(isOver)) rmSync(join(folder, build), { recursive: true, force: true })
  const replaced = Object.fromEntries(before.filter((each) => !isOver(each)))
  writeFileSync(`${file}.${process.pid}`, JSON.stringify({ current, replaced } satisfies KeptRecord))
  renameSync(`${file}.${process.pid}`, file)
  return Object.keys(replaced).map((build) => join(folder, build))
}

/**
 * Keeps the files for browsers of a release in the data folder, for a day after another release took its place: pages that
 * are still open ask for them, and in a container no release of before lies beside. Returns the folders of those before.
 */
export function keepAssets(release: string, dataDir: string, now: Date): readonly string[] {
  if (!existsSync(join(release, 'release.json'))) return []
  try {
    return exchange(release, dataDir, now)
  } catch (error) {
    console.warn(`Pages may have to be loaded again after the next upgrade: ${String(error)}`)
    return []
  }
}
