import { panelListFailures } from '@spawnpoint/contracts/panel/schemas'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { TextLink } from '@spawnpoint/sdk/ui'

/** These pass by themselves. */
const passing = ['PANEL_UNAVAILABLE', 'PANEL_BUSY']

/** The way to the address and the key of the panel, beside a failure that is mended there. */
export default function FailureLink({ code }: { code: string }) {
  const t = useT()
  const { pathTo } = useHost()
  if (!(code in panelListFailures) || passing.includes(code)) return null
  return <TextLink to={`${pathTo('settings')}#servers`}>{t('openSettings')}</TextLink>
}
