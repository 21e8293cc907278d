import { useLocation, useSession, useT } from '@spawnpoint/sdk/browser'
import { Icon } from '@spawnpoint/sdk/ui/icon'
import type { LinkIcon, SidebarLink } from '@spawnpoint/contracts/redirect-links/schemas'

/** By their names, since few hosts have such links: their icons are fetched with the first of them. */
const icons: Readonly<Record<LinkIcon, string>> = {
  link: 'ExternalLink',
  website: 'Globe',
  chat: 'MessageSquare',
  community: 'Users',
  docs: 'FileText',
  shop: 'ShoppingCart',
  gift: 'Gift',
  status: 'HeartPulse',
}

const isLink = (value: unknown): value is SidebarLink =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'icon' in value &&
  typeof value.icon === 'string' &&
  Object.hasOwn(icons, value.icon)

/** Below the menu of customers: the links that staff put there, each in a tab of its own. */
export default function SidebarLinks() {
  const t = useT()
  const { pathname } = useLocation()
  const entries = useSession(({ stats }) => stats['sidebar_links'])
  const links = Array.isArray(entries) ? entries.filter(isLink) : []
  if (links.length === 0 || pathname.startsWith('/mc-admin')) return null
  return (
    <div>
      <p className="shell-nav-title" aria-hidden>
        {t('sidebar.title')}
      </p>
      <ul aria-label={t('sidebar.title')}>
        {links.map(({ name, label, icon }) => (
          <li key={name}>
            <a
              className="shell-nav-link"
              href={`/${name}`}
              target="_blank"
              rel="noreferrer noopener"
              title={label}
            >
              <Icon name={icons[icon]} />
              <span>
                {label} <span className="sp-hidden">{t('sidebar.newTab')}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
