import { useHost, useStore } from '@spawnpoint/sdk/browser'
import { hideSecrets } from '@spawnpoint/sdk/common'
import { Facts } from './facts-tab.tsx'

/** The current user, route and installed plugins. */
const AppTab = () => {
  const host = useHost()
  const session = useStore(host.session)
  const routes = useStore(host.routes)
  const version = useStore(host.plan, (plan) => plan.version)
  const settings = useStore(host.settings)
  const location = useStore(host.location)
  const locale = useStore(host.locale)
  const plugins = [...new Set(routes.map(({ plugin }) => plugin))].sort()
  return (
    <Facts
      groups={{
        session: hideSecrets(session),
        place: { locale, ...location, userAgent: navigator.userAgent },
        plan: { version, product: settings['app_version'] ?? null, plugins },
        routes: routes.map(({ plugin, id, path, area, permission, flag }) => ({
          plugin,
          id,
          path,
          area,
          permission,
          flag,
        })),
      }}
    />
  )
}

export default AppTab
