import { useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'

/** Leads to the settings of the mail server whoever may open them. */
export const MailSettingsLink = () => {
  const t = useT()
  const settings = useOpenPath()('settings')
  return settings && <LinkButton to={`${settings}#mail`}>{t('list.openSettings')}</LinkButton>
}
