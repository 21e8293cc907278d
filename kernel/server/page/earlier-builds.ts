import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const EARLIER_FILE = 'earlier.json'

/** Files in the folder of a build that are of the builds before, with the time at which each was replaced. */
export function readEarlier(folder: string): Readonly<Record<string, string>> {
  const file = join(folder, EARLIER_FILE)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
}
