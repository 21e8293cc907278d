import { countReports, listReports, type ReportRow } from '@spawnpoint/contracts/image-reports'
import { reportReasons, reportStatuses } from '@spawnpoint/contracts/image-reports/schemas'
import { useCan, useFormat, useHashTab, useHost, useT } from '@spawnpoint/sdk/browser'
import { DataList } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Badge, Empty, LinkButton, Page, Skeleton, Stat, Tabs, type Column } from '@spawnpoint/sdk/ui'
import { Check, Clock, Eye, Flag, Mail, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { NumbersTab } from './numbers-tab.tsx'
import { ReportStatus } from './report-status.tsx'

/** Too blurred to make out, so that a list shocks no one. */
const Thumbnail = ({ url }: { url: string | null }) => (
  <span className="block h-12 w-20 flex-none overflow-hidden rounded-lg border border-border bg-sunken">
    {url !== null && (
      <img
        src={url}
        alt=""
        width={80}
        height={48}
        loading="lazy"
        className="size-full object-cover blur-md"
      />
    )}
  </span>
)

const ImageTitle = ({ report: { title, hidden } }: { report: ReportRow }) => {
  const t = useT()
  return (
    <span className="flex flex-wrap items-center gap-2">
      <strong className="max-w-full overflow-hidden break-all text-ellipsis">{title}</strong>
      {hidden && <Badge tone="warning">{t('list.hidden')}</Badge>}
    </span>
  )
}

const ReceivedAt = ({ at }: { at: string }) => {
  const { ago, dateTime } = useFormat()
  return (
    <time dateTime={at} title={dateTime(at)}>
      {ago(at)}
    </time>
  )
}

const useColumns = (): readonly Column<ReportRow>[] => {
  const t = useT()
  const host = useHost()
  const { number } = useFormat()
  const mayEdit = useCan('admin.image.reports.edit')
  return [
    {
      id: 'image',
      phone: 'title',
      header: t('list.columns.image'),
      cell: (row) => <ImageTitle report={row} />,
      lead: ({ thumbnailUrl }) => <Thumbnail url={thumbnailUrl} />,
    },
    {
      id: 'reason',
      phone: 'meta',
      header: t('list.columns.reason'),
      cell: ({ reason }) => t(`reasons.${reason}`),
    },
    {
      id: 'notices',
      phone: 'hidden',
      header: t('list.columns.notices'),
      align: 'end',
      cell: ({ notices }) => <span className="tabular-nums">{number(notices)}</span>,
    },
    {
      id: 'status',
      phone: 'badge',
      header: t('list.columns.status'),
      cell: (row) => <ReportStatus report={row} />,
    },
    {
      id: 'at',
      phone: 'meta',
      header: t('list.columns.at'),
      cell: ({ at }) => <ReceivedAt at={at} />,
    },
    {
      id: 'actions',
      header: t('list.columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: ({ id, title }) =>
        mayEdit && (
          <LinkButton
            size="sm"
            to={host.pathTo('image-reports-edit', { id })}
            aria-label={t('list.reviewRow', { title })}
          >
            {t('list.review')}
          </LinkButton>
        ),
    },
  ]
}

const icons = {
  pending: Clock,
  reviewed: Eye,
  resolved: Trash2,
  dismissed: Check,
  appeals: Mail,
} as const
const shown = ['pending', 'reviewed', 'resolved', 'dismissed', 'appeals'] as const

const Figures = () => {
  const t = useT()
  const { number } = useFormat()
  const { data } = useEndpoint(countReports)
  return (
    <div className="sp-stats">
      {shown.map((key) => {
        const Icon = icons[key]
        const value = data ? number(data[key]) : <Skeleton />
        return <Stat key={key} label={t(`list.counts.${key}`)} icon={<Icon aria-hidden />} value={value} />
      })}
    </div>
  )
}

const Reports = () => {
  const t = useT()
  const { number } = useFormat()
  const columns = useColumns()
  const options = (key: 'states' | 'reasons', values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${key}.${value}`) }))
  return (
    <div className="grid gap-5">
      <Figures />
      <DataList<ReportRow>
        endpoint={listReports}
        caption={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        filters={[
          { key: 'status', label: t('list.columns.status'), values: options('states', reportStatuses) },
          { key: 'reason', label: t('list.columns.reason'), values: options('reasons', reportReasons) },
        ]}
        total={({ total }) => total !== undefined && t('list.total', { count: total, value: number(total) })}
        empty={<Empty icon={<Flag />} title={t('list.empty')} text={t('list.emptyText')} />}
      />
    </div>
  )
}

export default function ListPage() {
  const t = useT()
  const tab = useHashTab()
  return (
    <Page title={t('title')} description={t('list.description')}>
      <Tabs
        label={t('title')}
        tabs={[
          { id: 'reports', label: t('list.tabs.reports'), content: <Reports /> },
          { id: 'numbers', label: t('list.tabs.numbers'), content: <NumbersTab /> },
        ]}
        {...tab}
      />
    </Page>
  )
}
