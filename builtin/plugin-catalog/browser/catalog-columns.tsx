import type { CatalogItem } from '@spawnpoint/contracts/plugin-catalog'
import { useCan, useFormat, useT } from '@spawnpoint/sdk/browser'
import { Button, Status, type Column } from '@spawnpoint/sdk/ui'
import { Icon } from '@spawnpoint/sdk/ui/icon'

const tones = {
  available: 'neutral',
  installed: 'success',
  update: 'info',
  incompatible: 'warning',
  taken: 'neutral',
} as const

const About = ({ item }: { item: CatalogItem }) => {
  const t = useT()
  const claim = item.publisher === null ? null : t('claims', { name: item.publisher })
  const by = [claim, item.license].filter((each) => each !== null).join(' · ')
  return (
    <span className="grid min-w-0 justify-items-start gap-0.5 py-1">
      <span className="font-medium">{item.title}</span>
      <span className="sp-clamp text-xs text-muted">{item.description}</span>
      {by && <span className="text-xs text-subtle">{by}</span>}
    </span>
  )
}

const VersionText = ({ item: { version, installed, state } }: { item: CatalogItem }) => {
  const t = useT()
  return state === 'update' ? t('fromTo', { from: installed ?? '', to: version }) : version
}

const VersionCell = ({ item }: { item: CatalogItem }) => {
  const t = useT()
  const { date } = useFormat()
  return (
    <span className="grid gap-0.5">
      <span>
        <VersionText item={item} />
      </span>
      <span className="text-xs text-subtle">{t('published', { date: date(item.publishedAt) })}</span>
      {item.changes && <span className="line-clamp-2 text-xs text-muted">{item.changes}</span>}
    </span>
  )
}

interface InstallUses {
  /** Id of the plugin that is being downloaded. */
  readonly busy: string | null
  readonly onInstall: (item: CatalogItem) => void
}

const InstallButton = ({ item, busy, onInstall }: InstallUses & { item: CatalogItem }) => {
  const t = useT()
  if (item.state !== 'available' && item.state !== 'update') return null
  return (
    <Button
      size="sm"
      variant={item.state === 'update' ? 'primary' : 'secondary'}
      loading={busy === item.id}
      disabled={busy !== null}
      onClick={() => onInstall(item)}
    >
      {t(`actions.${item.state}`)}
      <span className="sp-hidden">: {item.title}</span>
    </Button>
  )
}

const PluginIcon = () => (
  <span className="grid size-8 flex-none place-items-center rounded-lg border border-border bg-sunken text-muted">
    <Icon name="puzzle" className="size-4" />
  </span>
)

/** The columns of the catalog; the button only for those who may install. */
export function useCatalogColumns(uses: InstallUses): readonly Column<CatalogItem>[] {
  const t = useT()
  const canEdit = useCan('admin.plugins.edit')
  const actions: Column<CatalogItem> = {
    id: 'actions',
    header: t('columns.actions'),
    hideHeader: true,
    align: 'end',
    phone: 'end',
    phoneLabel: false,
    cell: (item) => <InstallButton item={item} {...uses} />,
  }
  return [
    {
      id: 'name',
      header: t('columns.name'),
      lead: () => <PluginIcon />,
      cell: (item) => <About item={item} />,
      phoneCell: ({ title }) => <span className="font-medium">{title}</span>,
    },
    {
      id: 'description',
      header: t('columns.description'),
      phone: 'line',
      phoneOnly: true,
      cell: ({ description }) => description,
    },
    {
      id: 'version',
      header: t('columns.version'),
      phoneCell: (item) => <VersionText item={item} />,
      cell: (item) => <VersionCell item={item} />,
    },
    {
      id: 'state',
      header: t('columns.state'),
      phone: 'badge',
      cell: ({ state }) => <Status tone={tones[state]}>{t(`states.${state}`)}</Status>,
    },
    ...(canEdit ? [actions] : []),
  ]
}
