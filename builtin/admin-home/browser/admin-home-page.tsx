import { useContributions, useSession, useT } from '@spawnpoint/sdk/browser'
import { Empty, Page } from '@spawnpoint/sdk/ui'
import { LayoutDashboard } from '@spawnpoint/sdk/ui/icons'
import { Checklist } from './checklist.tsx'
import { WidgetCell } from './widget-cell.tsx'

/** What an admin sees first: each card for whom its permission allows it. */
const AdminHomePage = () => {
  const t = useT()
  const widgets = useContributions('widget', 'admin')
  const { user } = useSession()
  const name = typeof user['first_name'] === 'string' ? user['first_name'] : ''
  return (
    <Page title={t('title')} description={name ? t('welcome', { name }) : t('description')}>
      <Checklist />
      {widgets.length === 0 ? (
        <Empty icon={<LayoutDashboard />} title={t('nothing')} text={t('nothingText')} />
      ) : (
        <div className="grid grid-flow-row-dense grid-cols-1 items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
          {widgets.map(({ id, size, Component }) => (
            <WidgetCell key={id} {...{ size, Component }} />
          ))}
        </div>
      )}
    </Page>
  )
}

export default AdminHomePage
