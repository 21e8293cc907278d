import { Suspense, use } from 'react'
import { Outlet } from 'react-router-dom'
import { PageSkeleton } from '../../../sdk/ui/skeleton.tsx'
import { createDeferred } from '../plugins/deferred.ts'

/** The menu, the top bar and what the server's data needs: not loaded for the log-in page. */
export const shellFrame = createDeferred(() => import('../shell/shell-frame.tsx'))
export const signedInParts = createDeferred(() => import('./signed-in-parts.tsx'))

const LoadedFrame = () => {
  const { ShellFrame } = use(shellFrame.load())
  return <ShellFrame />
}

const FrameSkeleton = () => (
  <main className="shell-bare">
    <PageSkeleton />
  </main>
)

/** Pages inside the frame; it stays while one follows another. */
export const FramedLayout = () => (
  <Suspense fallback={<FrameSkeleton />}>
    <LoadedFrame />
  </Suspense>
)

/** Pages that stand alone and ask the server nothing before somebody is signed in. */
export const GuestLayout = () => (
  <main id="main" className="shell-bare">
    <Outlet />
  </main>
)

const WithData = () => {
  const { DataFrame } = use(signedInParts.load())
  return (
    <DataFrame>
      <Outlet />
    </DataFrame>
  )
}

/** Pages that stand alone and may read server data. */
export const BareLayout = () => (
  <main id="main" className="shell-bare">
    <Suspense fallback={<PageSkeleton />}>
      <WithData />
    </Suspense>
  </main>
)

interface RedirectProps {
  readonly by: 'AuthRedirect' | 'RootRedirect'
}

const LoadedRedirect = ({ by }: RedirectProps) => {
  const Way = use(signedInParts.load())[by]
  return <Way />
}

/** Addresses that only lead on, to pages that need the same script. */
export const Redirect = (props: RedirectProps) => (
  <Suspense fallback={<PageSkeleton />}>
    <LoadedRedirect {...props} />
  </Suspense>
)
