import { useHost, useT } from '@spawnpoint/sdk/browser'
import { TextLink } from '@spawnpoint/sdk/ui'

/** Each legal page leads to the others, since none of them stands in a menu. */
export const LegalLinks = () => {
  const host = useHost()
  const t = useT()
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
      <TextLink to={host.pathTo('terms-of-service')}>{t('terms')}</TextLink>
      <TextLink to={host.pathTo('privacy-policy')}>{t('privacy')}</TextLink>
      <TextLink to={host.pathTo('accessibility')}>{t('accessibility.title')}</TextLink>
      <TextLink to="/">{t('home')}</TextLink>
    </p>
  )
}
