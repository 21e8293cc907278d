import { useFormat, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Badge, Button } from '@spawnpoint/sdk/ui'
import { Search } from '@spawnpoint/sdk/ui/icons'
import { bisect, keepBisect, startBisect } from './bisect.ts'
import { useReload } from './bisect-bar.tsx'
import { countCosts } from './plugin-costs.ts'
import { readMeasured } from './request-timing.ts'
import { TraceTab, useTrace } from './trace-tab.tsx'

const columns = ['plugin', 'time', 'slowest', 'runs', 'faults', 'code'] as const

/** The cost of each plugin in this tab, the dearest first. */
const Costs = ({ added }: { added: readonly string[] }) => {
  const t = useT()
  const { number } = useFormat()
  const costs = countCosts(useTrace('hook'), added, readMeasured().entries)
  // The clock counts whole milliseconds.
  const ms = (value: number) => (value < 1 ? t('costs.below') : t('ms', { ms: number(Math.round(value)) }))
  if (costs.length === 0) return <p className="sp-hint mb-3 text-xs">{t('costs.none')}</p>
  return (
    // Scrolls sideways on a phone, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="mb-3 overflow-x-auto" aria-label={t('costs.title')} tabIndex={0}>
      <table className="w-full text-xs">
        <caption className="sp-hidden">{t('costs.title')}</caption>
        <thead>
          <tr className="text-muted">
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className={name === 'plugin' ? 'py-1 text-start' : 'py-1 ps-3 text-end'}
              >
                {t(`costs.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {costs.map(({ plugin, runs, ms: all, slowest, faults, bytes }) => (
            <tr key={plugin} className="border-t border-border tabular-nums">
              <th scope="row" className="py-1 text-start font-normal">
                <span className="font-mono">{plugin}</span>{' '}
                {added.includes(plugin) && <Badge>{t('costs.added')}</Badge>}
              </th>
              <td className="ps-3 text-end">{ms(all)}</td>
              <td className="ps-3 text-end">{ms(slowest)}</td>
              <td className="ps-3 text-end">{number(runs)}</td>
              <td className={faults > 0 ? 'ps-3 text-end text-danger' : 'ps-3 text-end'}>{number(faults)}</td>
              <td className="ps-3 text-end">
                {bytes === 0 ? '–' : t('costs.kilobytes', { value: number(Math.round(bytes / 100) / 10) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The cost of plugins, the search for one that causes a problem, and the runs of their hooks. */
const PluginsTab = () => {
  const t = useT()
  const { plan } = useHost()
  const reload = useReload()
  const isSearching = useStore(bisect, ({ kept }) => kept !== null)
  const plugins = useStore(plan, (state) => state.plugins)
  const added = plugins.filter(({ kind }) => kind !== 'builtin').map(({ id }) => id)
  const search = () => {
    keepBisect(startBisect(added))
    reload()
  }
  return (
    <>
      {added.length > 0 && !isSearching && (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="sm" icon={<Search aria-hidden />} onClick={search}>
            {t('bisect.start')}
          </Button>
          <span className="text-xs text-muted">{t('bisect.hint')}</span>
        </div>
      )}
      <Costs added={added} />
      <TraceTab kind="hook" />
    </>
  )
}

export default PluginsTab
