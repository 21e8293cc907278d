import { SHELL, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Menu, type MenuItem } from '@spawnpoint/sdk/ui'
import { Check, Languages } from '../../../sdk/ui/icons.ts'
import { LANGUAGES, type Language } from '../../common/plan.ts'
import { useKernel } from '../app/kernel-context.tsx'
import { suggestLanguage } from '../messages/language.ts'

// Each language in its own words, so that everybody finds theirs.
const names = {
  EN: 'English',
  RO: 'Română',
  FR: 'Français',
  DE: 'Deutsch',
  ES: 'Español',
  MD: '简体中文',
} as const

/** The product stays in English until the visitor chooses; the language of the browser is offered first. */
export const LanguageSelect = () => {
  const t = useT(SHELL)
  const host = useHost()
  const { platform } = useKernel()
  const chosen = useStore(host.locale)
  const suggested = suggestLanguage(platform.languages())
  const itemOf = (language: Language): MenuItem => ({
    id: language,
    label: names[language],
    ...(language === chosen && { icon: <Check aria-hidden /> }),
    onSelect: () => void host.setLocale(language),
  })
  const hasSuggestion = suggested !== null && suggested !== chosen
  const others = LANGUAGES.filter((language) => !hasSuggestion || language !== suggested)
  return (
    <Menu
      label={t('topbar.language')}
      icon={<Languages aria-hidden />}
      hideLabel
      items={[
        ...(hasSuggestion
          ? ([
              { id: 'suggested', heading: t('topbar.suggested') },
              itemOf(suggested),
              { id: 'rule', separator: true },
            ] as const)
          : []),
        ...others.map(itemOf),
      ]}
    />
  )
}
