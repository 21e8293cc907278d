import { useHost, useStore } from '@spawnpoint/sdk/browser'
import { Select } from '@spawnpoint/sdk/ui'

const languages = [
  { value: 'EN', label: 'English' },
  { value: 'RO', label: 'Română' },
  { value: 'FR', label: 'Français' },
  { value: 'DE', label: 'Deutsch' },
  { value: 'ES', label: 'Español' },
  { value: 'MD', label: '简体中文' },
]

/** The interface language, each by its own name. */
export const LanguageSelect = ({ label }: { label: string }) => {
  const host = useHost()
  const locale = useStore(host.locale)
  return (
    <div className="w-36">
      <Select
        label={label}
        hideLabel
        options={languages}
        value={locale}
        onChange={(event) => void host.setLocale(event.target.value)}
      />
    </div>
  )
}
