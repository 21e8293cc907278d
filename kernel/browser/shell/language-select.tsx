import { SHELL, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Menu } from '@spawnpoint/sdk/ui'
import { Check, Languages } from '../../../sdk/ui/icons.ts'
import { LANGUAGES } from '../../common/plan.ts'

// Each language in its own words, so that everybody finds theirs.
const names = {
  EN: 'English',
  RO: 'Română',
  FR: 'Français',
  DE: 'Deutsch',
  ES: 'Español',
  MD: '简体中文',
} as const

export const LanguageSelect = () => {
  const t = useT(SHELL)
  const host = useHost()
  const chosen = useStore(host.locale)
  return (
    <Menu
      label={t('topbar.language')}
      icon={<Languages aria-hidden />}
      hideLabel
      items={LANGUAGES.map((language) => ({
        id: language,
        label: names[language],
        ...(language === chosen && { icon: <Check aria-hidden /> }),
        onSelect: () => void host.setLocale(language),
      }))}
    />
  )
}
