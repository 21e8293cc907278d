import { createGate, type Gate } from '../../common/hooks/gate.ts'
import type { Core } from '../core.ts'
import type { PluginStates } from './plugin-states.ts'

/** The server's gate: a plugin in quarantine is off in every process, with the reason kept. */
export const createPluginGate = (
  core: Core,
  states: PluginStates,
  isRemovable: (id: string) => boolean,
): Gate =>
  createGate({
    clock: {
      now: () => Date.now(),
      setTimeout: (run, ms) => setTimeout(run, ms),
      // The gate only gives back what setTimeout above returned.
      clearTimeout: (id) => clearTimeout(id as NodeJS.Timeout),
    },
    isProtected: (id) => !isRemovable(id),
    onQuarantine(id, fault) {
      const reason = `${fault.effect}: ${String(fault.error)}`
      core.log.error({ plugin: id, reason }, 'a plugin was put into quarantine')
      states
        .quarantine(id, reason)
        .then(() => core.notices.send({ kind: 'plugins' }))
        .catch((error: unknown) => core.log.error({ err: error }, 'a quarantine could not be stored'))
    },
  })
