import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PanelServerRow, PanelState, PanelUserRow } from './panel-state.ts'

type Kept = {
  version: 1
  users: PanelUserRow[]
  servers: PanelServerRow[]
  nextUserId: number
  nextServerId: number
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 1 &&
  'servers' in value &&
  'users' in value

export const loadStateFile = async (file: string, state: PanelState) => {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    // The first start has no file yet; anything else must be seen.
    if (isMissing(error)) return
    throw error
  }
  const kept: unknown = JSON.parse(text)
  if (!isKept(kept)) throw new Error(`${file} is not a state file of the panel emulator`)
  const { users, servers, nextUserId, nextServerId } = kept
  Object.assign(state, { users, servers, nextUserId, nextServerId })
}

/** Writes one after the other, and only the newest state when several wait. */
export const createStateFile = (file: string, state: PanelState) => {
  let running: Promise<void> | null = null
  let again = false
  const write = async () => {
    do {
      again = false
      const { users, servers, nextUserId, nextServerId } = state
      await mkdir(dirname(file), { recursive: true })
      await writeFile(
        `${file}.new`,
        JSON.stringify({ version: 1, users, servers, nextUserId, nextServerId } satisfies Kept),
        { mode: 0o600 },
      )
      await rename(`${file}.new`, file)
    } while (again)
  }
  const save = (): Promise<void> => {
    if (running) {
      again = true
      return running
    }
    running = write().finally(() => {
      running = null
    })
    return running
  }
  return { save }
}
