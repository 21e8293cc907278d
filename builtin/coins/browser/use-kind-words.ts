import { useHost, useStore } from '@spawnpoint/sdk/browser'

/** What a movement was, in the words of the plugin that made it. */
export function useKindWords(): (kind: string) => string {
  const host = useHost()
  // Another language draws its user anew.
  useStore(host.locale)
  return (kind) => {
    const [plugin = '', fact = ''] = kind.split(':')
    const text = host.translate(plugin, `ledger.${fact}`)
    return text === `ledger.${fact}` || text === `${plugin}.ledger.${fact}` ? kind : text
  }
}
