import type { Manifest } from '@spawnpoint/sdk/common'
import type { Language } from './plan.ts'

/** Behind a language's name: the messages of the administration, which its first page loads. */
export const ADMIN_MESSAGES = '-admin'

/** The tag whose plural rules the messages follow. */
export const messageLanguage = (language: Language): string =>
  language === 'MD' ? 'zh' : language.toLowerCase()

/** True for a plugin that only staff meet: its messages come with the administration's. */
export const isAdministration = ({
  contributes,
  customerMessages,
}: Pick<Manifest, 'contributes' | 'customerMessages'>): boolean => {
  const { routes, nav, slots, widgets, debugTabs, customisationTabs } = contributes
  return (
    customerMessages !== true &&
    [...routes, ...nav, ...widgets].every(({ area }) => area === 'admin') &&
    slots.every(({ slot }) => slot.startsWith('admin.')) &&
    debugTabs.length + customisationTabs.length === 0
  )
}
