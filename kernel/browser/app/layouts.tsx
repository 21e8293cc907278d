import { Suspense, use } from 'react'
import { Outlet, type RouteObject } from 'react-router-dom'
import { SHELL, useStore, useT } from '@spawnpoint/sdk/browser'
import { PageSkeleton } from '../../../sdk/ui/skeleton.tsx'
import { AUTH_REDIRECT_PATH } from '../../common/own-paths.ts'
import { isBuiltin } from '../../common/plan.ts'
import { createDeferred } from '../plugins/deferred.ts'
import type { RegisteredRoute } from '../routing/route-registry.ts'
import { useKernel } from './kernel-context.tsx'
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

/** Without the frame around it, a page of an added plugin could be taken for one of the product: this says whose it is. */
const OwnerLine = ({ route }: { route: RegisteredRoute | null }) => {
  const t = useT(SHELL)
  const { registry, label } = useKernel()
  const owner = route && registry.find(route.plugin)
  if (!owner || isBuiltin(owner)) return null
  const { id, title } = owner
  return <p className="shell-owner">{t('plugin.page', { name: label(id, title), id })}</p>
}

/** Pages that stand alone and ask the server nothing before somebody is signed in. */
const GuestLayout = ({ route }: { route: RegisteredRoute | null }) => (
  <main id="main" className="shell-bare">
    <OwnerLine route={route} />
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
const BareLayout = ({ route }: { route: RegisteredRoute | null }) => (
  <main id="main" className="shell-bare">
    <OwnerLine route={route} />
    <Suspense fallback={<PageSkeleton />}>
      <WithData />
    </Suspense>
  </main>
)

/** Pages inside the frame, pages for guests, and pages that stand alone. */
const Layout = ({ route }: { route: RegisteredRoute | null }) => {
  const { visits } = useKernel()
  // A page that is switched off is not there: its place says so where every other missing page does, with menu and brand.
  const isMissing = useStore(visits.current, ({ decision }) => decision.kind === 'not-found')
  if (route !== null && isMissing) return <FramedLayout />
  if (route?.area === 'guest' || route?.path === AUTH_REDIRECT_PATH) return <GuestLayout route={route} />
  return route === null || route.bare ? <BareLayout route={route} /> : <FramedLayout />
}

/** The router's table of one page: which one it is, is found already. One that stands in for others has any address. */
export const tableOf = (route: RegisteredRoute | null, standsIn: boolean): RouteObject[] => [
  {
    element: <Layout route={route} />,
    children: [
      ...(route
        ? [
            {
              path: standsIn ? '*' : route.path,
              element: <RouteFrame key={`${route.plugin}/${route.id}`} route={route} />,
            },
          ]
        : []),
      ...(standsIn ? [] : [{ path: '*', element: route ? <PageSkeleton /> : <NotFound /> }]),
    ],
  },
]
