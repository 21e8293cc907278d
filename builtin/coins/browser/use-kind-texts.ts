import { useTranslation } from '@spawnpoint/sdk/browser'

/** Labels a transaction kind with the messages of the plugin that created it. */
export function useKindTexts(): (kind: string) => string {
  const { i18n } = useTranslation()
  return (kind) => {
    const [plugin = '', fact = ''] = kind.split(':')
    return i18n.t(`ledger.${fact}`, { ns: plugin, defaultValue: kind })
  }
}
