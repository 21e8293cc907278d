import { useLocation, useStore } from '@spawnpoint/sdk/browser'
import { useEffect, useState, type ReactNode } from 'react'
import { pageTransitionClass } from '../../../sdk/ui/page-transition.ts'
import { PageSkeleton } from '../../../sdk/ui/skeleton.tsx'
import { loadTransition } from '../routing/transition-style.ts'
import type { BookedRoute } from '../routing/route-book.ts'
import { Arrival } from './arrival.tsx'
import { useKernel } from './kernel-context.tsx'
import { NotFound } from './not-found.tsx'
import { useVerdict } from './use-verdict.ts'

const usePageTitle = (route: BookedRoute): void => {
  const { label, host, messages } = useKernel()
  const name = useStore(host.settings, (settings) => settings['app_name'])
  const product = typeof name === 'string' && name ? name : 'Spawnpoint'
  const title = useStore(messages.version, () => label(route.plugin, route.title))
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product
  }, [title, product])
}

const PageModule = ({ route, arrival }: { route: BookedRoute; arrival: ReactNode }) => {
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
const PageFrame = ({ route }: { route: BookedRoute }) => {
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
export const RouteFrame = ({ route }: { route: BookedRoute }) => {
  const { pathname } = useLocation()
  const verdict = useVerdict(route)
  usePageTitle(route)
  if (verdict === 'not-found') return <NotFound />
  if (verdict !== 'draw') return <PageSkeleton />
  return <PageFrame key={pathname} route={route} />
}
