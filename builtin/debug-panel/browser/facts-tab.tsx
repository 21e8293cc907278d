import { useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Code } from '@spawnpoint/sdk/ui'
import { asJson, redact } from './redact.ts'
import { TabBar } from './tab-bar.tsx'

/** Named groups of facts, each to be unfolded, all to be copied. */
const Facts = ({ groups }: { groups: Readonly<Record<string, unknown>> }) => {
  const t = useT()
  return (
    <>
      <TabBar data={groups} />
      <div className="grid gap-2">
        {Object.entries(groups).map(([name, value], index) => (
          <details key={name} open={index === 0}>
            <summary className="py-1 text-sm font-medium">{t(`facts.${name}`)}</summary>
            <Code block>{asJson(value)}</Code>
          </details>
        ))}
      </div>
    </>
  )
}

const appGroups = ['session', 'place', 'plan', 'routes'] as const

export const countOfApp = appGroups.length

/** Who is here, where, and what the product consists of at this moment. */
export const AppTab = () => {
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
        session: redact(session),
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

/** What every visitor is sent, and what this one chose. */
export const SettingsTab = () => {
  const host = useHost()
  const settings = useStore(host.settings)
  const chosen = useStore(host.uiSettings)
  return <Facts groups={{ settings: redact(settings), chosen }} />
}
