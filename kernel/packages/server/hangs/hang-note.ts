import type { LogService } from '@spawnpoint/sdk/server'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { PluginStates } from '../../../server/host/plugin-states.ts'
import type { Notices } from '../../../server/services/notices.ts'

const hangNote = z.object({
  plugin: z.string(),
  effect: z.string().nullable(),
  place: z.string().nullable(),
  seconds: z.number(),
})

/** `kernel/cli/supervise.mjs` looks for it as well. */
export const hangNoteFile = (dataDir: string): string => join(dataDir, 'hung-plugin.json')

function readNote(file: string) {
  try {
    return hangNote.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null
  } catch {
    return null // cut off in the middle of a write: there is nobody to blame
  }
}

/**
 * Before anything of a plugin runs: a plugin that kept the last process from answering stays off, with that reason.
 * Returns whether there is one.
 */
export async function settleHang(
  file: string,
  deps: {
    readonly states: Pick<PluginStates, 'quarantine'>
    readonly notices: Pick<Notices, 'send'>
    readonly log: LogService
    isRemovable(id: string): boolean
  },
): Promise<boolean> {
  if (!existsSync(file)) return false
  const note = readNote(file)
  const isBlamed = note !== null && deps.isRemovable(note.plugin)
  if (isBlamed) {
    const { plugin, effect, place, seconds } = note
    const where = place === null ? '' : `, at ${place}`
    const reason = `${effect ?? 'its own doing'}: kept the whole product from answering for ${seconds} s${where}`
    deps.log.error({ plugin, reason }, 'a plugin was put into quarantine')
    await deps.states.quarantine(plugin, reason)
    await deps.notices.send({ kind: 'plugins' })
  }
  rmSync(file, { force: true })
  return isBlamed
}
