import type { Kernel } from '../../browser/kernel.ts'
import { isBuiltin, type PlanPlugin } from '../../common/plan.ts'
import { removeForeignRules } from './own-rules.ts'
import { createStyleRecord } from './style-record.ts'

const LOOK_MS = 1_000
const CAPABILITY = 'custom-css'

interface Uses {
  readonly registry: Pick<Kernel['registry'], 'plan'>
  readonly gate: Pick<Kernel['gate'], 'reportFault'>
  readonly platform: { readonly clock: Pick<Kernel['platform']['clock'], 'setTimeout'> }
  readonly log: Kernel['log']
}

/** Plugins whose code runs in the page itself. */
const inPage = (plugin: PlanPlugin): boolean =>
  !isBuiltin(plugin) && plugin.isolated !== true && Object.keys(plugin.modules).length > 0

/** The plugin whose file a sheet is. */
const ownerOf = ({ href }: CSSStyleSheet): string | undefined =>
  /\/assets\/plugins\/([^/]+)\//.exec(href ?? '')?.[1]

/** Takes rules that reach beyond their plugin out of its stylesheets, each once. */
function createSheetCheck(
  page: Pick<Document, 'styleSheets'>,
  record: Pick<ReturnType<typeof createStyleRecord>, 'accept'>,
  { registry: { plan }, gate }: Pick<Uses, 'registry' | 'gate'>,
) {
  const checked = new WeakSet<CSSStyleSheet>()

  function checkSheet(sheet: CSSStyleSheet, { id, capabilities = [] }: PlanPlugin) {
    checked.add(sheet)
    if (capabilities.includes(CAPABILITY)) return
    const removed = removeForeignRules(sheet, id)
    if (removed.length === 0) return
    record.accept(sheet)
    const names = `${removed.slice(0, 5).join('; ')}${removed.length > 5 ? ' …' : ''}`
    const error = new Error(
      `E_STYLES: ${id}: its classes begin with '${id}-'; rules beyond its own parts need '${CAPABILITY}' and were removed: ${names}`,
    )
    gate.reportFault(id, 'styles', error)
  }
  return () => {
    const plugins = new Map(
      plan
        .getState()
        .plugins.filter(inPage)
        .map((each) => [each.id, each]),
    )
    for (const sheet of page.styleSheets) {
      const owner = plugins.get(ownerOf(sheet) ?? '')
      if (owner && !checked.has(sheet)) checkSheet(sheet, owner)
    }
  }
}

/**
 * Finds and undoes styles of plugins that reach beyond their own parts: rules of a stylesheet that select anything else, and
 * what a script does to the page's sheets and rules. Of scripts, one that may do so (`custom-css`) cannot be told from others,
 * so that nothing is undone while it runs.
 */
export function guardStyles(
  page: Pick<Document, 'adoptedStyleSheets' | 'styleSheets' | 'addEventListener'>,
  { registry: { plan }, gate, platform: { clock }, log }: Uses,
): void {
  const record = createStyleRecord(page)
  let isLooking = false

  const suspects = () => {
    const all = plan.getState().plugins.filter(inPage)
    return all.some(({ capabilities = [] }) => capabilities.includes(CAPABILITY)) ? [] : all
  }
  function tell(found: readonly PlanPlugin[]) {
    const names = found.map(({ id }) => id).join(', ')
    const error = new Error(
      `E_STYLES: ${names}: styles over the whole page need '${CAPABILITY}'; they were removed`,
    )
    const [only, ...others] = found
    if (only && others.length === 0) gate.reportFault(only.id, 'styles', error)
    else log('styles of a plugin were removed', error)
  }
  const checkSheets = createSheetCheck(page, record, { registry: { plan }, gate })
  function look() {
    const found = suspects()
    const isFirst = !isLooking
    isLooking = found.length > 0
    if (!isLooking) return
    // Whatever stands there before is not theirs.
    if (isFirst) record.renew()
    else if (record.restore()) tell(found)
    clock.setTimeout(look, LOOK_MS)
  }
  const begin = () => {
    if (!isLooking) look()
  }
  plan.subscribe(begin)
  begin()
  // The load of a stylesheet does not rise, and is heard here before whoever waits for it.
  page.addEventListener('load', checkSheets, true)
  checkSheets()
}
