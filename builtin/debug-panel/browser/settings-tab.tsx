import { useHost, useStore } from '@spawnpoint/sdk/browser'
import { Facts } from './facts-tab.tsx'
import { redact } from './redact.ts'

/** Public settings and the visitor's own preferences. */
const SettingsTab = () => {
  const host = useHost()
  const settings = useStore(host.settings)
  const chosen = useStore(host.uiSettings)
  return <Facts groups={{ settings: redact(settings), chosen }} />
}

export default SettingsTab
