import { attemptAsync } from '../../common/hooks/attempt.ts'
import { createGate, type Gate } from '../../common/hooks/gate.ts'
import type { Core } from '../core.ts'
import { systemClock } from '../system-clock.ts'
import type { PluginStates } from './plugin-states.ts'

/** A database that takes this long to say anything has trouble of its own. */
const PROBE_MS = 2_000

const isDatabaseStuck = async ({ pool }: Core): Promise<boolean> =>
  !(await attemptAsync(() => pool.query('select 1'), systemClock, PROBE_MS)).ok

export interface Kinds {
  isRemovable(id: string): boolean
  /** It came with the product. */
  isShipped(id: string): boolean
}

/**
 * The server's gate: a plugin in quarantine is off in every process, with the reason kept. What comes with the product
 * is late where the machine or the database is slow, which is no reason to take the store from all customers.
 */
export const createPluginGate = (core: Core, states: PluginStates, { isRemovable, isShipped }: Kinds): Gate =>
  createGate({
    clock: systemClock,
    isProtected: (id) => !isRemovable(id),
    excuses: (id) => isShipped(id) || isDatabaseStuck(core),
    onQuarantine(id, fault) {
      const reason = `${fault.effect}: ${String(fault.error)}`
      core.log.error({ plugin: id, reason }, 'a plugin was put into quarantine')
      states
        .quarantine(id, reason)
        .then(() => core.notices.send({ kind: 'plugins' }))
        .catch((error: unknown) => core.log.error({ err: error }, 'a quarantine could not be stored'))
    },
  })
