import { useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Menu, type MenuItem } from '@spawnpoint/sdk/ui'
import { Check, Languages } from '@spawnpoint/sdk/ui/icons'

// Each language in its own words, so that everybody finds theirs. MD is Simplified Chinese here, not the country code.
const languages = [
  { id: 'EN', tag: 'en', label: 'English' },
  { id: 'RO', tag: 'ro', label: 'Română' },
  { id: 'FR', tag: 'fr', label: 'Français' },
  { id: 'DE', tag: 'de', label: 'Deutsch' },
  { id: 'ES', tag: 'es', label: 'Español' },
  { id: 'MD', tag: 'zh', label: '简体中文' },
] as const

type Language = (typeof languages)[number]

/** The first of the browser's languages that the product has. */
const suggestLanguage = (): Language | undefined =>
  navigator.languages
    .map((wanted) => languages.find(({ tag }) => tag === wanted.split('-')[0]?.toLowerCase()))
    .find((language) => language !== undefined)

/** The product stays in English until the visitor chooses; the language of the browser is offered first. */
export const useLanguageItems = (): MenuItem[] => {
  const t = useT()
  const host = useHost()
  const chosen = useStore(host.locale)
  const suggested = suggestLanguage()
  const itemOf = ({ id, label }: Language): MenuItem => ({
    id,
    label,
    // Unseen beside the others, so that all names begin at one line.
    icon: <Check aria-hidden className={id === chosen ? '' : 'invisible'} />,
    onSelect: () => void host.setLocale(id),
  })
  const hasSuggestion = suggested !== undefined && suggested.id !== chosen
  const others = languages.filter((language) => !hasSuggestion || language !== suggested)
  return [
    ...(hasSuggestion
      ? ([
          { id: 'suggested', heading: t('suggested') },
          itemOf(suggested),
          { id: 'rule', separator: true },
        ] as const)
      : []),
    ...others.map(itemOf),
  ]
}

export const LanguageSelect = () => {
  const t = useT()
  const items = useLanguageItems()
  return <Menu label={t('language')} icon={<Languages aria-hidden />} hideLabel items={items} />
}
