import { useTranslation } from '@spawnpoint/sdk/browser'

/** What a movement was, in the words of the plugin that made it. */
export function useKindWords(): (kind: string) => string {
  const { i18n } = useTranslation()
  return (kind) => {
    const [plugin = '', fact = ''] = kind.split(':')
    return i18n.t(`ledger.${fact}`, { ns: plugin, defaultValue: kind })
  }
}
