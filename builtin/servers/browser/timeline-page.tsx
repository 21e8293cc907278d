import { Skeleton } from '@spawnpoint/sdk/ui'
import { ServerGone } from './server-gone.tsx'
import { LiveServerFrame } from './server-frame.tsx'
import { ServerHistory } from './server-history.tsx'

/** The history of a server is told to its owner alone. */
const TimelinePage = () => (
  <LiveServerFrame tab="history" loading={<Skeleton shape="block" className="h-72" />}>
    {({ live, owner }) => (owner ? <ServerGone /> : <ServerHistory id={live.id} />)}
  </LiveServerFrame>
)

export default TimelinePage
