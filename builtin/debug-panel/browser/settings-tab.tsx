import { useHost, useStore } from '@spawnpoint/sdk/browser'
import { hideSecrets } from '@spawnpoint/sdk/common'
import { Facts } from './facts-tab.tsx'

/** Public settings and the visitor's own preferences. */
const SettingsTab = () => {
  const host = useHost()
  const settings = useStore(host.settings)
  const chosen = useStore(host.uiSettings)
  return <Facts groups={{ settings: hideSecrets(settings), chosen }} />
}

export default SettingsTab
