import { giveProof } from '@spawnpoint/contracts/auth'
import {
  disablePlugin,
  enablePlugin,
  listPlugins,
  type PluginView,
} from '@spawnpoint/contracts/plugin-manager'
import { useExplain, useHost, useProof, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { useState } from 'react'
import type { PluginWords } from './plugin-words.ts'

/** Switching, with the question about dependants, and the menu brought up to date at once. */
export function usePluginSwitch(words: PluginWords, refetch: () => Promise<unknown>) {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { proof, prove } = useProof(giveProof)
  const enable = useAction(enablePlugin, { refreshes: [listPlugins] })
  const disable = useAction(disablePlugin, { refreshes: [listPlugins] })
  const [asked, setAsked] = useState<PluginView | null>(null)
  const [busy, setBusy] = useState<string | null>(null)

  const run = async (plugin: PluginView, work: () => Promise<unknown>, done: string) => {
    setBusy(plugin.id)
    try {
      await prove(work)
      host.notify.toast({ title: t(done, { name: words.title(plugin) }), tone: 'success' })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
      // A plugin that failed to start has a new state and a reason.
      await refetch()
    } finally {
      setBusy(null)
      setAsked(null)
    }
    // Its answer carries the plan's version: menu and routes follow without a reload.
    await host.refreshSession('refresh')
  }
  const disableNow = (plugin: PluginView) =>
    run(
      plugin,
      () =>
        disable.mutateAsync({
          params: { id: plugin.id },
          body: { withDependants: plugin.dependants.length > 0 },
        }),
      'switchedOff',
    )
  return {
    asked,
    busy,
    proof,
    cancel: () => setAsked(null),
    confirm: () => (asked ? disableNow(asked) : Promise.resolve()),
    flip(plugin: PluginView) {
      if (busy) return
      if (plugin.enabled) return setAsked(plugin)
      void run(plugin, () => enable.mutateAsync({ params: { id: plugin.id } }), 'switchedOn')
    },
  }
}
