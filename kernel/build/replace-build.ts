import { existsSync } from 'node:fs'
import { link, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EARLIER_FILE, readEarlier } from '../server/page/earlier-builds.ts'

const KEPT_MS = 86_400_000

/** Where a build is made, and where the one before it waits to be deleted. */
export const placesBeside = (folder: string) => ({ next: `${folder}.next`, before: `${folder}.before` })

/** Puts back what a kill in the middle of an exchange left beside its place. */
export async function settle(folder: string): Promise<void> {
  const { next, before } = placesBeside(folder)
  if (!existsSync(folder) && existsSync(before)) await rename(before, folder)
  for (const left of [next, before]) await rm(left, { recursive: true, force: true })
}

/** Pages that are open, and a version that still runs, ask for the chunks that they were made with. */
async function keepEarlier(folder: string, next: string, now: Date): Promise<void> {
  const [old, fresh] = [join(folder, 'assets'), join(next, 'assets')]
  const known = readEarlier(folder)
  const kept: Record<string, string> = {}
  for (const name of existsSync(old) ? await readdir(old) : []) {
    if (existsSync(join(fresh, name))) continue
    const since = known[name] ?? now.toISOString()
    if (now.getTime() - Date.parse(since) > KEPT_MS) continue
    await link(join(old, name), join(fresh, name))
    kept[name] = since
  }
  await writeFile(join(next, EARLIER_FILE), JSON.stringify(kept))
}

/** Exchanges a build by a new one that was made beside it. Chunks of earlier builds stay for a day. */
export async function replaceBuild(folder: string, now: Date): Promise<void> {
  const { next, before } = placesBeside(folder)
  await keepEarlier(folder, next, now)
  if (existsSync(folder)) await rename(folder, before)
  await rename(next, folder)
  await rm(before, { recursive: true, force: true })
}
