import { useMemo, type AnchorHTMLAttributes, type MouseEvent, type ReactNode } from 'react'
import { matchRoutes } from 'react-router-dom'
import { useHost } from './host.ts'
import { useShallow, useStore } from './store.ts'
import { useContributions } from './hooks.ts'

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link inside the app. External addresses and downloads use a plain `<a>`. @example <Link to={host.pathTo('store')}>Store</Link> */
export function Link({
  to,
  onClick,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; children?: ReactNode }) {
  const host = useHost()
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event) || rest.target === '_blank') return
        event.preventDefault()
        host.navigate(to)
      }}
    >
      {children}
    </a>
  )
}

/** The current location. @example const { search } = useLocation() */
export const useLocation = () => useStore(useHost().location)

/** The parameters in the current path, by the route's pattern, also in a slot outside of the page. @example const { id } = useParams() */
export function useParams(): Readonly<Record<string, string | undefined>> {
  const host = useHost()
  const path = useStore(host.location, (location) => location.path)
  const patterns = useStore(
    host.routes,
    useShallow((routes) => routes.map((route) => route.path)),
  )
  return useMemo(
    () =>
      matchRoutes(
        patterns.map((pattern) => ({ path: pattern })),
        path,
      )?.at(-1)?.params ?? {},
    [patterns, path],
  )
}

/** Goes somewhere else in the app. @example const navigate = useNavigate(); navigate('/dashboard') */
export const useNavigate = () => useHost().navigate

/** A place that other plugins can fill. Each contribution has its own error boundary. @example <Slot name="dashboard.before" /> */
export function Slot({ name, ...props }: { name: string } & Record<string, unknown>) {
  const contributions = useContributions('slot', name)
  return contributions.map(({ id, Component }) => <Component key={id} {...props} />)
}
