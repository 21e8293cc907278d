import { useTranslation } from '@spawnpoint/sdk/browser'

/** Facts of added plugins, which have our words: a plugin chooses its name, not how the ledger calls what it does. */
const ofPlugins = /^plugin-(earned|charged|refunded)$/

/** Labels a transaction kind with the messages of the plugin that created it; an added plugin with its name. */
export function useKindTexts(): (kind: string, name?: string | null) => string {
  const { i18n } = useTranslation()
  return (kind, name) => {
    const [plugin = '', fact = ''] = kind.split(':')
    if (ofPlugins.test(fact))
      return i18n.t(`ledger.${fact}`, {
        ns: 'coins',
        plugin: name ?? i18n.t('title', { ns: plugin, defaultValue: plugin }),
      })
    return i18n.t(`ledger.${fact}`, { ns: plugin, defaultValue: kind })
  }
}
