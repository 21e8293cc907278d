import { HostProvider, Link, useStore } from '@spawnpoint/sdk/browser'
import { useEffect, useMemo, useState } from 'react'
import { useRoutes } from 'react-router-dom'
import { LinkProvider } from '../../../sdk/ui/link.tsx'
import type { Kernel } from '../kernel.ts'
import { KernelProvider, useKernel } from './kernel-context.tsx'
import { tableOf } from './layouts.tsx'
import { lazyPart } from './lazy-part.tsx'
import { MessageHosts } from './message-hosts.tsx'
import { Overlays } from './overlays.tsx'

const Pages = () => {
  const { visits } = useKernel()
  const { route, decision } = useStore(visits.current)
  const standsIn = decision.kind === 'closed'
  // After every drawing: a decision that is carried out already is not carried out again.
  useEffect(() => void visits.carryOut())
  useScrollReset()
  return useRoutes(useMemo(() => tableOf(route, standsIn), [route, standsIn]))
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
  const { registry, added } = useKernel()
  const [Banner] = useState(() => lazyPart(async () => (await added()).SafeModeBanner))
  return useStore(registry.plan, (plan) => plan.safeMode) && <Banner />
}

export const App = ({ kernel }: { kernel: Kernel }) => (
  <KernelProvider value={kernel}>
    <HostProvider value={kernel.host}>
      <LinkProvider value={Link}>
        <SafeMode />
        <Pages />
        <Overlays />
        <MessageHosts />
      </LinkProvider>
    </HostProvider>
  </KernelProvider>
)
