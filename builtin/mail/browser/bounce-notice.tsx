import { useSession } from '@spawnpoint/sdk/browser'
import { lazy, Suspense } from 'react'

const Banner = lazy(() => import('./bounce-banner.tsx'))

/** Loads the banner for those whose address bounces only: this is in the frame of every page. */
export default function BounceNotice() {
  const isBounced = useSession(({ stats }) => stats['email_bounced'] === true)
  return (
    isBounced && (
      <Suspense>
        <Banner />
      </Suspense>
    )
  )
}
