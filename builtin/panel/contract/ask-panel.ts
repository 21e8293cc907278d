import type { Live } from '@spawnpoint/sdk/common'
import { isPanelError } from './panel-error.ts'
import type { Panel } from './panel.ts'
import { listFailureOf, type PanelListFailure } from './schemas.ts'

/** Asks the panel for a list; the answer, or the code of the reason why there is none. */
export async function askPanel<T>(
  panel: Live<{ current(): Promise<Panel> }>,
  log: { warn(facts: Readonly<Record<string, unknown>>, message: string): void },
  list: (panel: Panel) => Promise<T>,
): Promise<
  { readonly known: T; readonly failure: null } | { readonly known: null; readonly failure: PanelListFailure }
> {
  const service = panel.get()
  if (!service) return { known: null, failure: 'PANEL_OFF' }
  try {
    return { known: await list(await service.current()), failure: null }
  } catch (error) {
    if (!isPanelError(error)) throw error
    log.warn({ reason: error.reason, detail: error.detail }, 'panel list failed')
    return { known: null, failure: listFailureOf[error.reason] }
  }
}
