import type { PluginView } from '@spawnpoint/contracts/plugin-manager'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { useCan, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { Badge, LinkButton, RowButton, Status, Switch, type Column } from '@spawnpoint/sdk/ui'
import { Icon } from '@spawnpoint/sdk/ui/icon'
import { toneOfState } from './plugin-states.ts'
import type { PluginTexts } from './plugin-texts.ts'

interface ColumnUses {
  readonly words: PluginTexts
  readonly nameOf: (id: string) => string
  readonly busy: string | null
  readonly onFlip: (plugin: PluginView) => void
  readonly onDetails: (plugin: PluginView) => void
}

/** A plugin that takes longer keeps the start waiting; the others' times stand in their details. */
const SLOW_START_MS = 250

const PluginIcon = ({ plugin }: { plugin: PluginView }) => (
  <span className="grid size-8 flex-none place-items-center rounded-lg border border-border bg-sunken text-muted">
    <Icon name={plugin.icon ?? 'puzzle'} className="size-4" />
  </span>
)

const StateCell = ({ plugin }: { plugin: PluginView }) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <span className="grid justify-items-start gap-1">
      <span className="flex flex-wrap gap-1">
        <Status tone={toneOfState(plugin.state)}>{t(`states.${plugin.state}`)}</Status>
        {plugin.faults > 0 && <Badge tone="warning">{t('faults', { count: plugin.faults })}</Badge>}
        {plugin.failedJobs.length > 0 && (
          <Badge tone="warning">{t('failedJobs', { count: plugin.failedJobs.length })}</Badge>
        )}
        {plugin.reports && <Badge tone="warning">{t('reports', { count: plugin.reports.people })}</Badge>}
      </span>
      {plugin.reason && (
        <span className="line-clamp-2 text-xs text-muted wrap-anywhere">{plugin.reason}</span>
      )}
      {plugin.state === 'active' && plugin.startedInMs !== null && plugin.startedInMs >= SLOW_START_MS && (
        <span className="text-xs whitespace-nowrap text-subtle">
          {t('startedIn', { ms: number(plugin.startedInMs) })}
        </span>
      )}
    </span>
  )
}

const NeedsCell = ({ plugin, nameOf }: { plugin: PluginView; nameOf: (id: string) => string }) => {
  const t = useT()
  const { dependants, capabilities } = plugin
  if (dependants.length + capabilities.length === 0) return <span className="text-subtle">–</span>
  return (
    <span className="grid gap-1 text-xs text-muted">
      {dependants.length > 0 && <span>{t('neededBy', { names: dependants.map(nameOf).join(', ') })}</span>}
      {capabilities.length > 0 && <span>{t('asksFor', { count: capabilities.length })}</span>}
    </span>
  )
}

/** Only for those who may use it. */
const EnabledSwitch = ({
  plugin,
  words,
  busy,
  onFlip,
}: Pick<ColumnUses, 'words' | 'busy' | 'onFlip'> & { plugin: PluginView }) => {
  const t = useT()
  const canEdit = useCan('admin.plugins.edit')
  const isRoot = useCan(ROOT_PERMISSION)
  const { source, signature } = plugin
  const mayRun = isRoot || source !== 'package' || signature?.state === 'valid'
  const refusal = mayRun ? undefined : t('errors.PLUGIN_NEEDS_ROOT')
  return (
    <Switch
      label={t('switch', { name: words.title(plugin) })}
      hideLabel
      checked={plugin.enabled}
      disabled={!canEdit || !plugin.removable || busy !== null || (!plugin.enabled && !mayRun)}
      title={plugin.removable ? refusal : t('fixed')}
      onChange={() => onFlip(plugin)}
    />
  )
}

const ConfigLink = ({ plugin, words }: Pick<ColumnUses, 'words'> & { plugin: PluginView }) => {
  const t = useT()
  const host = useHost()
  return (
    <span className="sp-actions">
      {plugin.isConfigurable && (
        <LinkButton size="sm" to={host.pathTo('plugin-config', { identifier: plugin.id })}>
          {t('configure')}
          <span className="sp-hidden">: {words.title(plugin)}</span>
        </LinkButton>
      )}
    </span>
  )
}

const DetailsButton = ({
  plugin,
  words,
  onDetails,
}: Pick<ColumnUses, 'words' | 'onDetails'> & { plugin: PluginView }) => (
  <RowButton onClick={() => onDetails(plugin)}>{words.title(plugin)}</RowButton>
)

/** The columns of the list; the switch only for those who may use it. */
export function usePluginColumns(uses: ColumnUses): readonly Column<PluginView>[] {
  const { words, nameOf, onDetails } = uses
  const t = useT()
  return [
    {
      id: 'name',
      header: t('columns.name'),
      lead: (plugin) => <PluginIcon plugin={plugin} />,
      cell: (plugin) => (
        <span className="grid min-w-0 justify-items-start py-1">
          <DetailsButton {...{ plugin, words, onDetails }} />
          <span className="sp-clamp text-xs text-muted">{words.description(plugin)}</span>
        </span>
      ),
      phoneCell: (plugin) => <DetailsButton {...{ plugin, words, onDetails }} />,
    },
    {
      id: 'description',
      header: t('columns.description'),
      phoneOnly: true,
      cell: (plugin) => plugin.reason ?? words.description(plugin),
    },
    { id: 'version', header: t('columns.version'), phone: 'hidden', cell: ({ version }) => version },
    {
      id: 'kind',
      phone: 'hidden',
      header: t('columns.kind'),
      cell: ({ kind }) => <span className="whitespace-nowrap">{t(`kinds.${kind}`)}</span>,
    },
    {
      id: 'state',
      header: t('columns.state'),
      phone: 'badge',
      cell: (plugin) => <StateCell plugin={plugin} />,
      phoneCell: ({ state }) =>
        state !== 'active' && <Status tone={toneOfState(state)}>{t(`states.${state}`)}</Status>,
    },
    {
      id: 'needs',
      header: t('columns.needs'),
      phone: 'hidden',
      cell: (plugin) => <NeedsCell plugin={plugin} nameOf={nameOf} />,
    },
    {
      id: 'on',
      header: t('columns.on'),
      phone: 'end',
      cell: (plugin) => <EnabledSwitch plugin={plugin} {...uses} />,
    },
    {
      id: 'actions',
      header: t('columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: (plugin) => <ConfigLink {...{ plugin, words }} />,
    },
  ]
}
