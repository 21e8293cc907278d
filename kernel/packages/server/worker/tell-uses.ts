import { findDeprecatingPlugin, onDeprecatedUse } from '../../../../sdk/common/deprecation.ts'
import { createUseTally } from '../../../common/use-tally.ts'
import type { Rpc } from './rpc.ts'

const TELL_MS = 1_000
const MOST_NAMES = 50

/** Tells the main thread together what the plugin uses that will go: it may do so more often than messages may pass. */
export function tellUses(plugin: string, rpc: Pick<Rpc, 'tell'>): () => void {
  const tally = createUseTally(MOST_NAMES)
  let timer: NodeJS.Timeout | undefined
  const tell = (): void => {
    clearTimeout(timer)
    timer = undefined
    const uses = tally.take().map(({ plugin: _plugin, ...use }) => use)
    if (uses.length > 0) rpc.tell('deprecated', uses)
  }
  // Nobody else runs in this thread.
  findDeprecatingPlugin(() => plugin)
  onDeprecatedUse((use) => {
    tally.add({ ...use, plugin })
    timer ??= setTimeout(tell, TELL_MS).unref()
  })
  return tell
}
