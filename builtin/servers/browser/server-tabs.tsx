import { useCan, useHost, useT } from '@spawnpoint/sdk/browser'
import { Link } from '@spawnpoint/sdk/ui'
import {
  Activity,
  History,
  LayoutDashboard,
  RefreshCw,
  Settings,
  Terminal,
  Trash2,
} from '@spawnpoint/sdk/ui/icons'
import { useEffect, useRef } from 'react'
import { useShownServer, type ShownServer } from './use-shown-server.ts'

const tabs = [
  ['overview', 'server', LayoutDashboard],
  ['console', 'server-console', Terminal],
  ['usage', 'server-resources', Activity],
  ['history', 'server-timeline', History],
  ['settings', 'server-update', Settings],
  ['renew', 'server-renew', RefreshCw],
  ['delete', 'server-delete', Trash2],
] as const

export type ServerTab = (typeof tabs)[number][0]

/** A build has nothing but its overview; the settings of a server are its owner's. */
const isThere = (tab: ServerTab, { row, owner, console: isOn }: ShownServer, isStaff: boolean): boolean => {
  if (tab === 'overview') return true
  const { live } = row
  if (!live) return false
  if (tab === 'console' || tab === 'usage') return isStaff || (isOn && owner === null)
  if (tab === 'history') return true
  if (owner) return false
  return live.status !== 'deleting' && (tab !== 'renew' || live.expiresAt !== null)
}

/** On a phone the current tab may stand outside the bar. */
const useInView = () => {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft - bar.current.clientWidth / 2
  }, [])
  return bar
}

const Bar = ({ shown, current }: { shown: ShownServer; current: ServerTab }) => {
  const t = useT()
  const host = useHost()
  const isStaff = useCan('admin.servers.edit')
  const bar = useInView()
  const { live } = shown.row
  return (
    <nav ref={bar} className="sp-tabs" aria-label={t('view.tabs')}>
      {tabs
        .filter(([tab]) => isThere(tab, shown, isStaff))
        .map(([tab, route, Drawn]) => (
          <Link
            key={tab}
            className="sp-tab"
            to={live ? host.pathTo(route, { id: live.id }) : '#'}
            aria-current={tab === current ? 'page' : undefined}
          >
            <Drawn aria-hidden />
            {t(`view.${tab}`)}
          </Link>
        ))}
    </nav>
  )
}

/** The pages of a server, each with an address of its own. */
export const ServerTabs = ({ current }: { current: ServerTab }) => {
  const { shown } = useShownServer()
  return shown?.row.live ? <Bar shown={shown} current={current} /> : null
}
