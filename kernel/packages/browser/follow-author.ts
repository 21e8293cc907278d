import { renewAnswers } from '@spawnpoint/sdk/query'
import { PLAN_PATH } from '../../common/plan.ts'
import type { Kernel } from '../../browser/kernel.ts'
import { isPlan } from '../../browser/read-page.ts'

const ASK_MS = 250
const DEV_VERSION = /-dev\.\d+$/

type Uses = {
  readonly registry: Pick<Kernel['registry'], 'plan'>
  readonly planSync: Pick<Kernel['planSync'], 'refresh'>
  readonly platform: Pick<Kernel['platform'], 'fetch' | 'clock'>
}

/**
 * Keeps the page in line with a plugin that somebody is writing: it asks for a newer plan by itself, so that each save is
 * seen, and again for what the server answered. Other pages hear of a change with the next answer of the server.
 */
export function followAuthor({ registry, planSync, platform: { fetch, clock } }: Uses): void {
  const isWritten = () => registry.plan.getState().plugins.some(({ version }) => DEV_VERSION.test(version))
  const ask = async () => {
    const response = await fetch(PLAN_PATH, { headers: { accept: 'application/json' }, cache: 'no-store' })
    const plan: unknown = await response.json()
    if (!isPlan(plan) || plan.version <= registry.plan.getState().version) return
    await planSync.refresh()
    await renewAnswers()
  }
  const next = () => {
    if (!isWritten()) return
    // A dashboard that is down for a moment is asked again.
    const again = () => void ask().then(next, next)
    clock.setTimeout(again, ASK_MS)
  }
  next()
}
