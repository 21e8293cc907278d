import { useTranslation } from '@spawnpoint/sdk/browser'

/** Names an earning by the message of the plugin that pays it. */
export function useKindTexts(): (kind: string) => string {
  const { i18n } = useTranslation()
  return (kind) => {
    const [plugin = '', fact = ''] = kind.split(':')
    return i18n.t(`ledger.${fact}`, { ns: plugin, defaultValue: kind })
  }
}
