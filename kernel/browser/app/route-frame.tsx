import { useStore } from '@spawnpoint/sdk/browser'
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { pageTransitionClass } from '../../../sdk/ui/page-transition.ts'
import { PageSkeleton } from '../../../sdk/ui/skeleton.tsx'
import { readsAs } from '../../../sdk/common/look-alike.ts'
import { isBuiltin } from '../../common/plan.ts'
import type { RegisteredRoute } from '../routing/route-registry.ts'
import { loadTransition } from '../routing/transition-style.ts'
import { createCoreLabels } from '../shell/menus.ts'
import { useKernel } from './kernel-context.tsx'
import { lazyPart } from './lazy-part.tsx'

const PlainNotFound = lazyPart(async () => (await import('./plain-not-found.tsx')).PlainNotFound)

const focusHeading = (document: Document): void => {
  const main = document.querySelector('main')
  const heading = main?.querySelector('h1') ?? main
  if (!heading) return
  heading.setAttribute('tabindex', '-1')
  heading.focus({ preventScroll: true })
}

/**
 * A page that was painted before its font came keeps the system's, so that no text moves, and every page after it would.
 * The next page is the moment to take the font.
 */
const takeFont = async ({ fonts, documentElement }: Document): Promise<void> => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[as=font]')) {
    const face = new FontFace('Geist Variable', `url(${link.href})`, { weight: '100 900' })
    fonts.add(await face.load())
    link.remove()
  }
  delete documentElement.dataset['font']
}

/** Mounted together with a page's content: a screen reader hears of the new page. The first one keeps its focus. */
const Arrival = ({ isFirst }: { isFirst: boolean }) => {
  useEffect(() => {
    if (isFirst) return
    focusHeading(document)
    // Without a connection the page after this one tries again.
    takeFont(document).catch(() => undefined)
  }, [isFirst])
  return null
}

/** The page of the not-found well-known route; the kernel's own where nobody claims it. */
export const NotFound = () => {
  const { routeRegistry, registry, componentOf } = useKernel()
  const route = routeRegistry.wellKnown('not-found')
  const plugin = route && registry.find(route.plugin)
  if (!plugin || !route.module) return <PlainNotFound />
  const { Page } = componentOf(plugin, route.module)
  return <Page arrival={<Arrival isFirst={false} />} />
}

const usePageTitle = (route: RegisteredRoute): void => {
  const kernel = useKernel()
  const { label, host, messages, registry } = kernel
  const [coreLabels] = useState(() => createCoreLabels(kernel))
  const name = useStore(host.settings, (settings) => settings['app_name'])
  const product = typeof name === 'string' && name ? name : 'Spawnpoint'
  const title = useStore(messages.version, () => {
    const owner = registry.find(route.plugin)
    const text = label(route.plugin, route.title)
    // Boot code names pages as it likes: none is called in the tab like one of the product.
    const isTaken = owner && !isBuiltin(owner) && coreLabels().has(readsAs(text))
    return isTaken ? label(route.plugin, owner.title) : text
  })
  // Before the effects of the page, which adds the name of its object.
  useLayoutEffect(() => {
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
  const [isFirst] = useState(() => navigation.visits() === 0)
  const [look] = useState(() => (isFirst ? '' : pageTransitionClass(loadTransition(platform.storage))))
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
  const { visits, navigation } = useKernel()
  const kind = useStore(visits.current, ({ decision }) => decision.kind)
  const path = useStore(navigation.location, (place) => place.path)
  usePageTitle(route)
  if (kind === 'not-found') return <NotFound />
  if (kind !== 'draw' && kind !== 'closed') return <PageSkeleton />
  return <PageFrame key={path} route={route} />
}
