import { createInstance, type i18n } from 'i18next'
import { useCallback, useContext, useMemo } from 'react'
import { I18nContext, useTranslation } from 'react-i18next'

/** The kit's own texts in English, by message key. @example uiTextDefaults['ui.close'] // 'Close' */
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
  'ui.dismiss': 'Dismiss message',
  'ui.empty': 'Nothing here yet',
  'ui.errorText': 'Something went wrong on our end. Please try again.',
  'ui.errorTitle': "Couldn't load this",
  'ui.forbiddenText': "Your account doesn't have the permission for this page.",
  'ui.forbiddenTitle': "You can't open this page",
  'ui.formError': 'Check the fields below',
  'ui.formFailed': "Couldn't save. Please try again.",
  'ui.hidePassword': 'Hide password',
  'ui.less': '{{label}}: less',
  'ui.loading': 'Loading…',
  'ui.more': '{{label}}: more',
  'ui.next': 'Next',
  'ui.noMatches': 'No matches',
  'ui.notifications': 'Notifications',
  'ui.ok': 'OK',
  'ui.optional': 'Optional',
  'ui.pagination': 'Pagination',
  'ui.previous': 'Previous',
  'ui.requestId': 'Request {{id}}',
  'ui.retry': 'Try again',
  'ui.search': 'Search',
  'ui.showPassword': 'Show password',
  'ui.sort': 'Sort',
  'ui.slider': 'slider',
  'ui.sortBy': 'Sort by {{column}}',
  'ui.typeToConfirm': 'Type {{name}} to confirm',
  'ui.usage': '{{value}} of {{max}}',
} as const

/** A key of the kit's own texts. @example const key: UiTextKey = 'ui.retry' */
export type UiTextKey = keyof typeof uiTextDefaults

/** Values for the `{{…}}` of a message. @example const values: UiTextValues = { name: 'lobby' } */
export type UiTextValues = Record<string, string | number>

let english: i18n | null = null

const createEnglish = (): i18n => {
  const instance = createInstance()
  void instance.init({
    lng: 'en',
    resources: { en: { shell: uiTextDefaults } },
    initAsync: false,
    keySeparator: false,
    interpolation: { escapeValue: false },
  })
  return instance
}

/** The kit's texts from the namespace `shell` of the `I18nextProvider` around it, English without one. @example const text = useUiText(); text('ui.requestId', { id: 'r1' }) */
export const useUiText = () => {
  const given = useContext(I18nContext)?.i18n
  const options = useMemo(() => ({ i18n: given ?? (english ??= createEnglish()) }), [given])
  const { t } = useTranslation('shell', options)
  return useCallback(
    (key: UiTextKey, values: UiTextValues = {}): string =>
      t(key, { ...values, defaultValue: uiTextDefaults[key] }),
    [t],
  )
}
