import type { PlanPlugin } from '../../common/plan.ts'
import { fillPath } from '../../browser/call-path.ts'

/** Only its shape counts: nothing is ever fetched from it. */
const nowhere = 'https://plugin.invalid'

/** The path that a browser would really ask for: `..` resolved, however it was spelled. Null for another host. */
const pathOf = (address: string): string | null => {
  const url = URL.parse(address, nowhere)
  return url && url.origin === nowhere && !url.pathname.startsWith('//') ? url.pathname : null
}

const isUnder = (path: string | null, base: string): boolean =>
  path !== null && (path === base || path.startsWith(`${base}/`))

/** Whether an address of this server is one that the plugin's own half answers. */
export const isOwnServerPath = ({ id }: Pick<PlanPlugin, 'id'>, path: string): boolean =>
  isUnder(pathOf(path), `/api/${id}`)

/** Whether a call goes to the plugin's own server module. */
export const isOwnCall = (
  { id }: Pick<PlanPlugin, 'id'>,
  endpoint: { readonly path: string },
  params: unknown,
): boolean => isOwnServerPath({ id }, fillPath(endpoint.path, params))

/** Whether a page is one of the plugin's own: those that it brings, and its settings. */
export const isOwnPage = ({ id }: Pick<PlanPlugin, 'id'>, to: string): boolean => {
  const path = pathOf(to)
  const bases = [`/p/${id}`, `/mc-admin/x/${id}`, `/plugins/${id}/config`]
  return bases.some((base) => isUnder(path, base))
}

/** Tells who is signed in, which is not among what `http.core` was agreed to for. */
export const isSessionCall = (endpoint: { readonly path: string }, params: unknown): boolean =>
  isUnder(pathOf(fillPath(endpoint.path, params)), '/api/user')

/** Whether a host was granted: named, or below a named `*.` one. */
export const isGrantedHost = (address: string, hosts: readonly string[]): boolean => {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '') return false
  return hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  )
}
