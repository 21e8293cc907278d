import { HostProvider, Link, useStore } from '@spawnpoint/sdk/browser'
import { LinkProvider } from '@spawnpoint/sdk/ui'
import { useEffect, useMemo, type ReactNode } from 'react'
import { NavigationType, Router, useRoutes, type Navigator } from 'react-router-dom'
import type { Kernel } from '../create-kernel.ts'
import { useLate } from '../use-late.ts'
import { KernelProvider, useKernel } from './kernel-context.tsx'
import { LateOverlays } from './late-overlays.tsx'
import { createRouteTable } from './route-table.tsx'

const pathOf = (to: Parameters<Navigator['push']>[0]): string =>
  typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`

/** Plugins that use the router's own hooks go through our navigation, guards and all. */
const createNavigator = ({ navigation }: Kernel): Navigator => ({
  createHref: pathOf,
  push: (to) => navigation.navigate(pathOf(to)),
  replace: (to) => navigation.navigate(pathOf(to), { replace: true }),
  go: (steps) => window.history.go(steps),
})

const Pages = () => {
  const { book, host } = useKernel()
  const path = useStore(host.location, (location) => location.path)
  const route = useStore(book.views, () => book.match(path))
  // The router would weigh every page of every plugin at each step; the book has found the one already.
  const table = useMemo(() => createRouteTable(route ? [route] : []), [route])
  return useRoutes(table)
}

const Routed = ({ children }: { children: ReactNode }) => {
  const kernel = useKernel()
  const place = useStore(kernel.host.location)
  const { path, search, hash } = place
  const navigator = useMemo(() => createNavigator(kernel), [kernel])
  const location = useMemo(
    () => ({ pathname: path, search, hash, state: null, key: path }),
    [path, search, hash],
  )
  // Every navigation sets another place object, one to the same address too.
  useEffect(() => {
    window.scrollTo(0, 0)
    if (place.hash) document.getElementById(place.hash.slice(1))?.scrollIntoView()
  }, [place])
  return (
    <Router location={location} navigator={navigator} navigationType={NavigationType.Push}>
      {children}
    </Router>
  )
}

const SafeMode = () => {
  const late = useLate()
  const safeMode = useStore(useKernel().registry.plan, (plan) => plan.safeMode)
  return safeMode && late && <late.SafeModeBanner />
}

export const App = ({ kernel }: { kernel: Kernel }) => (
  <KernelProvider value={kernel}>
    <HostProvider value={kernel.host}>
      <LinkProvider value={Link}>
        <Routed>
          <SafeMode />
          <Pages />
          <LateOverlays />
        </Routed>
      </LinkProvider>
    </HostProvider>
  </KernelProvider>
)
