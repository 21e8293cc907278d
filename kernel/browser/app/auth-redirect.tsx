import { useEffect } from 'react'
import { PageSkeleton } from '../../../sdk/ui/skeleton.tsx'
import { takeTarget } from '../routing/take-target.ts'
import { useKernel } from './kernel-context.tsx'

/** Goes back to where the visitor wanted to go before the log-in, or to the dashboard. */
export const AuthRedirect = () => {
  const { platform, routeRegistry, navigation, wellKnownPath } = useKernel()
  useEffect(() => {
    const target = takeTarget(platform.storage, routeRegistry, platform.address.url())
    navigation.navigate(target ?? wellKnownPath('home'), { replace: true })
  }, [platform, routeRegistry, navigation, wellKnownPath])
  return <PageSkeleton />
}

/** The root shows the dashboard. */
export const RootRedirect = () => {
  const { navigation, wellKnownPath } = useKernel()
  const home = wellKnownPath('home')
  useEffect(() => {
    if (home !== '/') navigation.navigate(home, { replace: true })
  }, [navigation, home])
  return <PageSkeleton />
}
