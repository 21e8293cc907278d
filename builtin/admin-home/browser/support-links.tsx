import { useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Card } from '@spawnpoint/sdk/ui'
import { ExternalLink } from '@spawnpoint/sdk/ui/icons'

const keys = ['website_url', 'status_page_url', 'discord_invite_url', 'github_url'] as const

/** Where customers are helped, as the settings name it; without a link there is no card. */
const SupportLinks = () => {
  const t = useT()
  const host = useHost()
  const settings = useStore(host.settings)
  const links = keys.flatMap((key) => {
    const to = settings[key]
    return typeof to === 'string' && /^https?:\/\//.test(to) ? [{ key, to }] : []
  })
  if (links.length === 0) return null
  return (
    <Card title={t('support.title')} flush>
      <ul className="py-1">
        {links.map(({ key, to }) => (
          <li key={key}>
            <a
              href={to}
              target="_blank"
              rel="noreferrer"
              className="flex items-center justify-between gap-2 px-4 py-2 text-sm hover:bg-hover"
            >
              {t(`support.${key}`)}
              <ExternalLink className="size-4 text-subtle" aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export default SupportLinks
