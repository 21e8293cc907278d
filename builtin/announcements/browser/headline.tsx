import type { Headline } from '@spawnpoint/contracts/announcements/schemas'
import { useSession } from '@spawnpoint/sdk/browser'
import { Pending } from '@spawnpoint/sdk/ui'
import { lazy, Suspense } from 'react'

// Most dashboards show none, and need none of its code.
const HeadlineCard = lazy(() => import('./headline-card.tsx'))

const isHeadline = (value: unknown): value is Headline =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'title' in value &&
  'summary' in value &&
  'status' in value

/**
 * On the dashboard: an open incident, or the pinned or newest unread announcement. It comes with the session and costs no
 * call.
 */
export default function HeadlinePart() {
  const headline = useSession(({ stats }) => stats['announcement_headline'])
  // Without the session it isn't known whether there is one: the page below waits, so that nothing moves.
  const isKnown = useSession(({ user }) => user['uuid'] !== undefined)
  if (!isKnown) return <Pending />
  if (!isHeadline(headline)) return null
  return (
    <Suspense fallback={<Pending />}>
      <HeadlineCard headline={headline} />
    </Suspense>
  )
}
