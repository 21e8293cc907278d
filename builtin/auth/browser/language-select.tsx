import { UNSAVED_LANGUAGE } from '@spawnpoint/contracts/account'
import { useHost, useStore } from '@spawnpoint/sdk/browser'
import { languages } from '@spawnpoint/sdk/common'
import { Select } from '@spawnpoint/sdk/ui'

const choices = languages.map(({ id, name }) => ({ value: id, label: name }))

/** The interface language, each by its own name. Only the current one where nothing can be chosen yet. */
export const LanguageSelect = ({ label, inert }: { label: string; inert: boolean }) => {
  const host = useHost()
  const locale = useStore(host.locale)
  // The browser would look for a font with Chinese characters before it paints the first view.
  const options = inert ? choices.filter(({ value }) => value === locale) : choices
  const choose = (chosen: string) => {
    // The account that logs in next keeps it.
    host.storage.set(UNSAVED_LANGUAGE, chosen)
    void host.setLocale(chosen)
  }
  return (
    <div className="w-36">
      <Select
        label={label}
        hideLabel
        options={options}
        value={locale}
        onChange={(event) => choose(event.target.value)}
      />
    </div>
  )
}
