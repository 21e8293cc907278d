import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { uiTextDefaults } from './ui-text-defaults.ts'

/** A key of the kit's own texts. @example const key: UiTextKey = 'ui.retry' */
export type UiTextKey = keyof typeof uiTextDefaults

/** Values for the `{{…}}` of a message. @example const values: UiTextValues = { name: 'lobby' } */
export type UiTextValues = Record<string, string | number>

/** The kit's texts from the namespace `shell` of the `I18nextProvider` around it; the product is one. @example const text = useUiText(); text('ui.requestId', { id: 'r1' }) */
export const useUiText = () => {
  const { t } = useTranslation('shell')
  return useCallback((key: UiTextKey, values: UiTextValues = {}): string => t(key, values), [t])
}
