import { useSession } from '@spawnpoint/sdk/browser'
import { lazy, Suspense } from 'react'

const Banner = lazy(() => import('./banner.tsx'))

/** Loads the banner for staff in a customer's place only: this is in the frame of every page. */
export default function Notice() {
  const isImpersonated = useSession(({ user }) => user['impersonated'] === true)
  return (
    isImpersonated && (
      <Suspense>
        <Banner />
      </Suspense>
    )
  )
}
