import { matchPath, useHost, useLocation, useOpenRoutes, useStore, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'
import { Home, Shield } from '@spawnpoint/sdk/ui/icons'

/** Where the administration begins for this visitor: at its home, or at the first page that they may open. */
export const useAdminStart = (): string | undefined => {
  const [first] = useStore(useHost().menu('admin'))
  const home = useOpenRoutes().find(({ wellKnown }) => wellKnown === 'admin')
  return (home ?? first)?.path
}

/** Leads to the other area; null for customers, who have one. */
export const useOtherArea = () => {
  const t = useT()
  const { pathToWellKnown } = useHost()
  const { pathname } = useLocation()
  const start = useAdminStart()
  const isAdmin = useOpenRoutes().some(({ area, path }) => area === 'admin' && matchPath(path, pathname))
  if (!start) return null
  return isAdmin
    ? { to: pathToWellKnown('home'), label: t('customers'), AreaIcon: Home }
    : { to: start, label: t('admin'), AreaIcon: Shield }
}

/** The way between both areas for staff. On a narrow screen only its icon is drawn. */
export const AreaSwitch = () => {
  const other = useOtherArea()
  if (!other) return null
  const { to, label, AreaIcon } = other
  return (
    <LinkButton to={to} variant="ghost" icon={<AreaIcon aria-hidden />} aria-label={label} title={label}>
      <span className="max-[60rem]:hidden">{label}</span>
    </LinkButton>
  )
}
