import { useContext, useMemo, type ReactNode } from 'react'
import {
  createPath,
  NavigationType,
  Router,
  UNSAFE_NavigationContext as NavigationContext,
  type Navigator,
} from 'react-router-dom'
import type { BrowserHost } from './host.ts'
import { useStore } from './store.ts'

interface RouterProps {
  readonly host: Pick<BrowserHost, 'location' | 'navigate' | 'go'>
  readonly children?: ReactNode
}

const addressOf = (to: Parameters<Navigator['push']>[0]): string =>
  typeof to === 'string' ? to : createPath(to)

const useNavigator = (host: RouterProps['host']): Navigator =>
  useMemo(
    () => ({
      createHref: addressOf,
      push: (to) => host.navigate(addressOf(to)),
      replace: (to) => host.navigate(addressOf(to), { replace: true }),
      go: (steps) => host.go(steps),
    }),
    [host],
  )

const FirstRouter = ({ host, children }: RouterProps) => {
  const { path, search, hash } = useStore(host.location)
  const location = useMemo(() => ({ pathname: path, search, hash }), [path, search, hash])
  return (
    <Router location={location} navigator={useNavigator(host)} navigationType={NavigationType.Push}>
      {children}
    </Router>
  )
}

/** The location and route stay the outer router's; only the way to navigate is the plugin's own. */
const NestedRouter = ({ host, children }: RouterProps) => {
  const outer = useContext(NavigationContext)
  const navigator = useNavigator(host)
  const value = useMemo(() => ({ ...outer, navigator }), [outer, navigator])
  return <NavigationContext value={value}>{children}</NavigationContext>
}

/** The library's router over a host, so that `Link` and `useNavigate` can do what `host.navigate` may and no more. */
export const HostRouter = (props: RouterProps) => {
  // The library allows one <Router> in a tree, and says whether there is one by this context.
  const isNested = Boolean(useContext(NavigationContext))
  return isNested ? <NestedRouter {...props} /> : <FirstRouter {...props} />
}
