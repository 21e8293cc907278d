import { listPlugins, uninstallPlugin, type PluginView } from '@spawnpoint/contracts/plugin-manager'
import { useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { useState } from 'react'
import type { PluginTexts } from './plugin-texts.ts'

/** Code that ran in the process may have changed the process itself, which no clean-up undoes. */
export const staysInMemory = ({ isLeftover, isolation }: PluginView): boolean =>
  !isLeftover && isolation.server === 'process'

export function useUninstall(words: PluginTexts) {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const action = useAction(uninstallPlugin, { refreshes: [listPlugins] })
  const [asked, setAsked] = useState<PluginView | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const uninstall = async (plugin: PluginView, data: 'keep' | 'remove') => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { data, withDependants: plugin.dependants.length > 0 }
      await reauthenticate(() => action.mutateAsync({ params: { id: plugin.id }, body }))
      const done = staysInMemory(plugin) ? 'uninstall.doneRestart' : 'uninstall.done'
      host.notify.toast({ title: t(done, { name: words.title(plugin) }), tone: 'success' })
      setAsked(null)
      await host.refreshSession('refresh')
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    asked,
    busy,
    failure,
    ask(plugin: PluginView) {
      setFailure(null)
      setAsked(plugin)
    },
    cancel: () => setAsked(null),
    confirm: (data: 'keep' | 'remove') => void (asked && uninstall(asked, data)),
  }
}

export type Uninstall = ReturnType<typeof useUninstall>
