import { useLocation, useStore } from '@spawnpoint/sdk/browser'
import { useEffect, useState, type ReactNode } from 'react'
import { pageTransitionClass } from '../../../sdk/ui/page-transition.ts'
import { PageSkeleton } from '../../../sdk/ui/skeleton.tsx'
import { loadTransition } from '../routing/transition-style.ts'
import type { RegisteredRoute } from '../routing/route-registry.ts'
import { Arrival } from './arrival.tsx'
import { useKernel } from './kernel-context.tsx'
import { NotFound } from './not-found.tsx'
import { useVisitDecision } from './use-visit-decision.ts'

const usePageTitle = (route: RegisteredRoute): void => {
  const { label, host, messages } = useKernel()
  const name = useStore(host.settings, (settings) => settings['app_name'])
  const product = typeof name === 'string' && name ? name : 'Spawnpoint'
  const title = useStore(messages.version, () => label(route.plugin, route.title))
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product
  }, [title, product])
}

const PageModule = ({ route, arrival }: { route: RegisteredRoute; arrival: ReactNode }) => {
  const { componentOf, registry } = useKernel()
  const plugin = registry.find(route.plugin)
  if (!plugin || !route.module)
    return (
      <>
        <NotFound />
        {arrival}
      </>
    )
  const { Page } = componentOf(plugin, route.module)
  return <Page arrival={arrival} />
}

/** A page coming in: boundary and suspense inside the transition. The first one is already on screen and does not move. */
const PageFrame = ({ route }: { route: RegisteredRoute }) => {
  const { platform, navigation } = useKernel()
  const [look] = useState(() =>
    navigation.visits() === 0 ? '' : pageTransitionClass(loadTransition(platform.storage)),
  )
  const [isFirst] = useState(() => navigation.visits() === 0)
  return (
    <div className="page-frame">
      <div className={look}>
        <PageModule route={route} arrival={<Arrival isFirst={isFirst} />} />
      </div>
    </div>
  )
}

/** Guard → boundary → suspense → transition. */
export const RouteFrame = ({ route }: { route: RegisteredRoute }) => {
  const { pathname } = useLocation()
  const decision = useVisitDecision(route)
  usePageTitle(route)
  if (decision === 'not-found') return <NotFound />
  if (decision !== 'draw') return <PageSkeleton />
  return <PageFrame key={pathname} route={route} />
}
