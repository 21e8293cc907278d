import { createContext, useContext, useMemo, type ReactNode } from 'react'

/** The kit's own words in English, by message key. @example uiTextDefaults['ui.close'] // 'Close' */
export const uiTextDefaults = {
  'ui.actions': 'Actions',
  'ui.back': 'Back',
  'ui.breadcrumbs': 'Breadcrumbs',
  'ui.cancel': 'Cancel',
  'ui.chartSummary': '{{label}}: latest {{latest}}, lowest {{lowest}}, highest {{highest}}.',
  'ui.clear': 'Clear',
  'ui.close': 'Close',
  'ui.confirm': 'Confirm',
  'ui.copied': 'Copied',
  'ui.copy': 'Copy',
  'ui.empty': 'Nothing here yet',
  'ui.errorText': 'Something went wrong on our side. Please try again.',
  'ui.errorTitle': 'This could not be loaded',
  'ui.forbiddenText': 'Your account does not have the permission this page asks for.',
  'ui.forbiddenTitle': 'You cannot open this page',
  'ui.formError': 'Please check the fields below',
  'ui.formFailed': 'This could not be saved. Please try again.',
  'ui.hidePassword': 'Hide password',
  'ui.loading': 'Loading…',
  'ui.next': 'Next',
  'ui.notifications': 'Notifications',
  'ui.ok': 'OK',
  'ui.optional': 'Optional',
  'ui.pagination': 'Pagination',
  'ui.previous': 'Previous',
  'ui.requestId': 'Request {{id}}',
  'ui.retry': 'Try again',
  'ui.search': 'Search',
  'ui.showPassword': 'Show password',
  'ui.sortBy': 'Sort by {{column}}',
  'ui.typeToConfirm': 'Type {{name}} to confirm',
  'ui.usage': '{{value}} of {{max}}',
} as const

/** A key of the kit's own words. @example const key: UiTextKey = 'ui.retry' */
export type UiTextKey = keyof typeof uiTextDefaults

/** What stands in for the `{{…}}` of a message. @example const values: UiTextValues = { name: 'lobby' } */
export type UiTextValues = Record<string, string | number>

/** Answers a key with a translated text, or nothing to keep the English. @example const german: UiTranslate = (key) => (key === 'ui.close' ? 'Schließen' : undefined) */
export type UiTranslate = (key: UiTextKey, values: UiTextValues) => string | undefined

const TranslateContext = createContext<UiTranslate | null>(null)

/** Gives the kit its words. @example <UiTextProvider translate={(key) => (key === 'ui.close' ? 'Schließen' : undefined)}><App /></UiTextProvider> */
export const UiTextProvider = ({ translate, children }: { translate: UiTranslate; children: ReactNode }) => (
  <TranslateContext value={translate}>{children}</TranslateContext>
)

const fill = (text: string, values: UiTextValues) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

/** The kit's words in the visitor's language. @example const text = useUiText(); text('ui.requestId', { id: 'r1' }) */
export const useUiText = () => {
  const translate = useContext(TranslateContext)
  return useMemo(
    () =>
      (key: UiTextKey, values: UiTextValues = {}) =>
        fill(translate?.(key, values) ?? uiTextDefaults[key], values),
    [translate],
  )
}
