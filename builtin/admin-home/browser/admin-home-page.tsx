import { readChecklist } from '@spawnpoint/contracts/admin-home'
import { useContributions, useSession, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { LayoutDashboard } from '@spawnpoint/sdk/ui/icons'
import { Attention } from './attention.tsx'
import { Checklist } from './checklist.tsx'
import { Figures } from './figures.tsx'
import { WidgetCell } from './widget-cell.tsx'
import { widgetRows, type WidgetRow } from './widget-rows.ts'

const Cells = ({ widgets }: Pick<WidgetRow, 'widgets'>) =>
  widgets.map(({ id, size, Component }) => <WidgetCell key={id} {...{ size, Component }} />)

const Row = ({ row: { widgets, isSplit } }: { row: WidgetRow }) => {
  if (!isSplit)
    return (
      <div className="grid grid-flow-row-dense grid-cols-1 items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        <Cells widgets={widgets} />
      </div>
    )
  return (
    <div className="flex flex-col gap-4 xl:grid xl:grid-cols-3 xl:items-start">
      <div className="flex min-w-0 flex-col gap-4 xl:col-span-2">
        <Cells widgets={widgets.filter(({ size }) => size !== 'small')} />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 xl:grid-cols-1">
        <Cells widgets={widgets.filter(({ size }) => size === 'small')} />
      </div>
    </div>
  )
}

/** The shape of the home while it is on its way, with as many figures as there will be. */
const HomeSkeleton = ({ figures }: { figures: number }) => (
  <div className="grid gap-4">
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:has-[>:nth-child(9):last-child]:grid-cols-3">
      {Array.from({ length: figures }, (_, index) => (
        <Skeleton key={index} shape="block" className="h-24.5 max-sm:h-28.5" />
      ))}
    </div>
    <Skeleton shape="block" className="h-64" />
  </div>
)

/** The admin home: figures, what needs attention, and cards; each for holders of its permission. */
const AdminHomePage = () => {
  const t = useT()
  const { length: figures } = useContributions('slot', 'admin.home.figures')
  const { length: attention } = useContributions('slot', 'admin.home.attention')
  const widgets = useContributions('widget', 'admin')
  const user = useSession((session) => session.user)
  const { isPending } = useEndpoint(readChecklist)
  const name = typeof user['first_name'] === 'string' ? user['first_name'] : ''
  return (
    <Page title={t('title')} description={name ? t('welcome', { name }) : t('description')}>
      {isPending ? <HomeSkeleton figures={figures} /> : <Checklist />}
      {/* The cards fetch what they show meanwhile, and are not moved by a checklist that comes after them. */}
      <div hidden={isPending}>
        {figures + attention + widgets.length === 0 ? (
          <Empty icon={<LayoutDashboard />} title={t('nothing')} text={t('nothingText')} />
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <Figures />
            <Attention />
            {widgetRows(widgets).map((row) => (
              <Row key={row.widgets[0]?.id} row={row} />
            ))}
          </div>
        )}
      </div>
    </Page>
  )
}

export default AdminHomePage
