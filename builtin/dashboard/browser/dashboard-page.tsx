import { Slot, useContributions, useT } from '@spawnpoint/sdk/browser'
import { Card, Empty, Page } from '@spawnpoint/sdk/ui'
import { LayoutDashboard } from '@spawnpoint/sdk/ui/icons'
import { DashboardHeader } from './dashboard-header.tsx'
import { FirstSteps } from './first-steps.tsx'
import { WidgetCell } from './widget-cell.tsx'

/** Home: what a person has, what plugins show of it, and where to go. */
const DashboardPage = () => {
  const t = useT()
  const widgets = useContributions('widget', 'user')
  return (
    <Page title={t('title')}>
      <div className="[&:has(.sp-pending)~*]:invisible">
        <Slot name="dashboard.before" />
      </div>
      <DashboardHeader />
      <FirstSteps />
      <div className="grid grid-flow-row-dense grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:grid-cols-6">
        {widgets.map(({ id, size, Component }) => (
          <WidgetCell key={id} {...{ size, Component }} />
        ))}
        {widgets.length === 0 && (
          <div className="sm:col-span-2 lg:col-span-4">
            <Card>
              <Empty icon={<LayoutDashboard />} title={t('empty.title')} text={t('empty.text')} />
            </Card>
          </div>
        )}
      </div>
      <Slot name="dashboard.after" />
    </Page>
  )
}

export default DashboardPage
