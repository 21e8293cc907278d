import { useHost, useStore } from '@spawnpoint/sdk/browser'
import { languages } from '@spawnpoint/sdk/common'

/** Languages by their own names. */
export const languageChoices = languages.map(({ id, name }) => ({ value: id, label: name }))

type Language = (typeof languages)[number]['id']

export const isLanguage = (text: string | null): text is Language => languages.some(({ id }) => id === text)

export const languageName = (id: string): string => languages.find((each) => each.id === id)?.name ?? id

/** The language of the reader. */
export const useLanguage = (): Language => {
  const locale = useStore(useHost().locale)
  return isLanguage(locale) ? locale : 'EN'
}
