import { HostProvider, Link, useLocation, useStore } from '@spawnpoint/sdk/browser'
import { LinkProvider } from '@spawnpoint/sdk/ui'
import { useEffect, useMemo } from 'react'
import { useRoutes } from 'react-router-dom'
import type { Kernel } from '../create-kernel.ts'
import { useLate } from '../use-late.ts'
import { KernelProvider, useKernel } from './kernel-context.tsx'
import { LateOverlays } from './late-overlays.tsx'
import { createRouteTable } from './route-table.tsx'

const Pages = () => {
  const { book } = useKernel()
  const { pathname } = useLocation()
  const route = useStore(book.views, () => book.match(pathname))
  useScrollReset()
  // The router would weigh every page of every plugin at each step; the book has found the one already.
  const table = useMemo(() => createRouteTable(route ? [route] : []), [route])
  return useRoutes(table)
}

/** Every navigation sets another place object, one to the same address too. */
const useScrollReset = (): void => {
  const place = useStore(useKernel().host.location)
  useEffect(() => {
    window.scrollTo(0, 0)
    if (place.hash) document.getElementById(place.hash.slice(1))?.scrollIntoView()
  }, [place])
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
        <SafeMode />
        <Pages />
        <LateOverlays />
      </LinkProvider>
    </HostProvider>
  </KernelProvider>
)
