import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { useHost } from './host.ts'
import { useStore } from './store.ts'
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

/** The parameters in the current path, by the route's pattern. @example const { id } = useParams() */
export function useParams(): Readonly<Record<string, string | undefined>> {
  const host = useHost()
  const { path } = useStore(host.location)
  const routes = useStore(host.routes)
  for (const route of routes) {
    const found = matchPath(route.path, path)
    if (found) return found
  }
  return {}
}

/** Goes somewhere else in the app. @example const navigate = useNavigate(); navigate('/dashboard') */
export const useNavigate = () => useHost().navigate

/** Matches `/ticket/:id` against a path. Returns decoded parameters, or null. @example matchPath('/ticket/:id', '/ticket/4') // { id: '4' } */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const want = pattern.split('/')
  const have = path.replace(/\/+$/, '').split('/')
  if (want.length !== have.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of want.entries()) {
    const got = have[index] ?? ''
    if (!part.startsWith(':')) {
      // The router does not heed case either.
      if (part.toLowerCase() !== got.toLowerCase()) return null
    } else if (got === '') return null
    else params[part.slice(1)] = decode(got)
  }
  return params
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A malformed escape is no reason to lose the page: the literal text then matches no row.
    return text
  }
}

/** A place that other plugins can fill. Each contribution has its own error boundary. @example <Slot name="dashboard.before" /> */
export function Slot({ name, ...props }: { name: string } & Record<string, unknown>) {
  const contributions = useContributions('slot', name)
  return contributions.map(({ id, Component }) => <Component key={id} {...props} />)
}
