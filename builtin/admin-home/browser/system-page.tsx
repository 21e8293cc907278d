import { readAnalytics, readOverview, readSchedules } from '@spawnpoint/contracts/admin-home'
import { useCan, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { HeartPulse } from '@spawnpoint/sdk/ui/icons'
import Analytics from './analytics.tsx'
import Logs from './logs.tsx'
import Repository from './repository.tsx'
import ScheduledJobs from './scheduled-work.tsx'
import SystemOverview from './system-overview.tsx'
import Updates from './updates.tsx'

/** Health, jobs, logs and updates; each card for holders of its permission. */
const SystemPage = () => {
  const t = useT()
  const can = {
    overview: useCan('admin.dashboard.components.system.overview'),
    logs: useCan('admin.dashboard.components.system.logs'),
    analytics: useCan('admin.dashboard.components.ataglanceanalytics.view'),
    updates: useCan('admin.dashboard.components.system.updates'),
    repository: useCan('admin.dashboard.components.githubrepo.view'),
  }
  const overview = useEndpoint(readOverview, undefined, { enabled: can.overview })
  const schedules = useEndpoint(readSchedules, undefined, { enabled: can.overview })
  const activity = useEndpoint(readAnalytics, undefined, { enabled: can.analytics })
  const isWaiting =
    (can.overview && (overview.isPending || schedules.isPending)) || (can.analytics && activity.isPending)
  return (
    <Page title={t('system.title')} description={t('system.description')}>
      {!Object.values(can).some(Boolean) && (
        <Empty icon={<HeartPulse />} title={t('nothing')} text={t('nothingText')} />
      )}
      {can.overview && <SystemOverview />}
      {isWaiting && <Skeleton shape="block" className="h-96" />}
      {/* The cards fetch what they show meanwhile, and none is moved by one above it. */}
      <div className="flex flex-col gap-4 xl:grid xl:grid-cols-3 xl:items-start" hidden={isWaiting}>
        <div className="flex min-w-0 flex-col gap-4 xl:col-span-2">
          {can.overview && <ScheduledJobs />}
          {can.logs && <Logs />}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {can.analytics && <Analytics />}
          {can.updates && <Updates />}
          {can.repository && <Repository />}
        </div>
      </div>
    </Page>
  )
}

export default SystemPage
