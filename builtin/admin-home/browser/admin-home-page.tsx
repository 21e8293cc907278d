import { readChecklist } from '@spawnpoint/contracts/admin-home'
import { useContributions, useSession, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { LayoutDashboard } from '@spawnpoint/sdk/ui/icons'
import { Checklist } from './checklist.tsx'
import { WidgetCell } from './widget-cell.tsx'

/** What an admin sees first: each card for whom its permission allows it. */
const AdminHomePage = () => {
  const t = useT()
  const widgets = useContributions('widget', 'admin')
  const { user } = useSession()
  const { isPending } = useEndpoint(readChecklist)
  const name = typeof user['first_name'] === 'string' ? user['first_name'] : ''
  return (
    <Page title={t('title')} description={name ? t('welcome', { name }) : t('description')}>
      {isPending ? <Skeleton shape="block" className="h-64" /> : <Checklist />}
      {/* The cards fetch what they show meanwhile, and are not moved by a checklist that comes after them. */}
      <div hidden={isPending}>
        {widgets.length === 0 ? (
          <Empty icon={<LayoutDashboard />} title={t('nothing')} text={t('nothingText')} />
        ) : (
          <div className="grid grid-flow-row-dense grid-cols-1 items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
            {widgets.map(({ id, size, Component }) => (
              <WidgetCell key={id} {...{ size, Component }} />
            ))}
          </div>
        )}
      </div>
    </Page>
  )
}

export default AdminHomePage
