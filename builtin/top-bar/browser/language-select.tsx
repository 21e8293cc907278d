import { useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { languages } from '@spawnpoint/sdk/common'
import { Menu, type MenuItem } from '@spawnpoint/sdk/ui'
import { Languages } from '@spawnpoint/sdk/ui/icons'
import { choiceItem } from './choice-item.tsx'

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
  const itemOf = ({ id, name }: Language) =>
    choiceItem(id, name, id === chosen, () => void host.setLocale(id))
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
