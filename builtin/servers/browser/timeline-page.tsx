import { Skeleton } from '@spawnpoint/sdk/ui'
import { LiveServerFrame } from './server-frame.tsx'
import { AnyServerHistory, ServerHistory } from './server-history.tsx'

const TimelinePage = () => (
  <LiveServerFrame tab="history" loading={<Skeleton shape="block" className="h-72" />}>
    {({ live, owner }) => (owner ? <AnyServerHistory id={live.id} /> : <ServerHistory id={live.id} />)}
  </LiveServerFrame>
)

export default TimelinePage
