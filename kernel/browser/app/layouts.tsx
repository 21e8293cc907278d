import { Suspense, use } from 'react'
import { Outlet, type RouteObject } from 'react-router-dom'
import { PageSkeleton } from '../../../sdk/ui/skeleton.tsx'
import { AUTH_REDIRECT_PATH } from '../../common/own-paths.ts'
import { createDeferred } from '../plugins/deferred.ts'
import type { RegisteredRoute } from '../routing/route-registry.ts'
import { NotFound, RouteFrame } from './route-frame.tsx'

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
const FramedLayout = () => (
  <Suspense fallback={<FrameSkeleton />}>
    <LoadedFrame />
  </Suspense>
)

/** Pages that stand alone and ask the server nothing before somebody is signed in. */
const GuestLayout = () => (
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
const BareLayout = () => (
  <main id="main" className="shell-bare">
    <Suspense fallback={<PageSkeleton />}>
      <WithData />
    </Suspense>
  </main>
)

/** Pages inside the frame, pages for guests, and pages that stand alone. */
const Layout = ({ route }: { route: RegisteredRoute | null }) => {
  if (route?.area === 'guest' || route?.path === AUTH_REDIRECT_PATH) return <GuestLayout />
  return route === null || route.bare ? <BareLayout /> : <FramedLayout />
}

/** The router's table of one page: which one it is, is found already. */
export const tableOf = (route: RegisteredRoute | null): RouteObject[] => [
  {
    element: <Layout route={route} />,
    children: [
      ...(route
        ? [{ path: route.path, element: <RouteFrame key={`${route.plugin}/${route.id}`} route={route} /> }]
        : []),
      { path: '*', element: route ? <PageSkeleton /> : <NotFound /> },
    ],
  },
]
