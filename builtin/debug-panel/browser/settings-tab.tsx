import { useHost, useStore } from '@spawnpoint/sdk/browser'
import { Facts } from './facts-tab.tsx'
import { redact } from './redact.ts'

/** What every visitor is sent, and what this one chose. */
const SettingsTab = () => {
  const host = useHost()
  const settings = useStore(host.settings)
  const chosen = useStore(host.uiSettings)
  return <Facts groups={{ settings: redact(settings), chosen }} />
}

export default SettingsTab
