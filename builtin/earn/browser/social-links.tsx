import { useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Card } from '@spawnpoint/sdk/ui'
import { ExternalLink } from '@spawnpoint/sdk/ui/icons'

const places = [
  ['discord_invite_url', 'Discord'],
  ['twitter_url', 'X'],
  ['instagram_url', 'Instagram'],
  ['youtube_url', 'YouTube'],
  ['tiktok_url', 'TikTok'],
  ['facebook_url', 'Facebook'],
] as const

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('https://')

/** Where hosts hand out codes; nothing while the operator has named no such place. */
export const SocialLinks = () => {
  const t = useT()
  const settings = useStore(useHost().settings)
  const links = places.flatMap(([key, name]) => {
    const address = settings[key]
    return isAddress(address) ? [{ name, address }] : []
  })
  if (links.length === 0) return null
  return (
    <Card title={t('places.title')} description={t('places.text')}>
      <ul className="flex flex-wrap gap-x-4 gap-y-2">
        {links.map(({ name, address }) => (
          <li key={name}>
            <a
              className="sp-link inline-flex items-center gap-1"
              href={address}
              target="_blank"
              rel="noreferrer noopener"
            >
              {name}
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
