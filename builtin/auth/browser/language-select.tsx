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

/** The interface language, each by its own name. Only the current one where nothing can be chosen yet. */
export const LanguageSelect = ({ label, inert }: { label: string; inert: boolean }) => {
  const host = useHost()
  const locale = useStore(host.locale)
  // The browser would look for a font with Chinese characters before it paints the first view.
  const options = inert ? languages.filter(({ value }) => value === locale) : languages
  return (
    <div className="w-36">
      <Select
        label={label}
        hideLabel
        options={options}
        value={locale}
        onChange={(event) => void host.setLocale(event.target.value)}
      />
    </div>
  )
}
