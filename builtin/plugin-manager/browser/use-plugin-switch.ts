import {
  disablePlugin,
  enablePlugin,
  listPlugins,
  type PluginView,
} from '@spawnpoint/contracts/plugin-manager'
import { useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction, type AnswerCache } from '@spawnpoint/sdk/query'
import { useState } from 'react'
import type { PluginTexts } from './plugin-texts.ts'
import { useConsentAnswers } from './use-consent-answers.ts'

/** The calls, whose answers are the list as it is then. */
function useSwitchCalls() {
  const host = useHost()
  const showList = (list: ReplyOf<typeof listPlugins>, cache: AnswerCache) =>
    cache.update(listPlugins, () => list)
  const enable = useAction(enablePlugin, {
    onReply: async (list, cache) => {
      await showList(list, cache)
      // A plugin that is on again has entries in the session.
      await host.refreshSession('refresh')
    },
  })
  const disable = useAction(disablePlugin, { onReply: showList })
  return {
    enable: ({ id }: PluginView) => enable.mutateAsync({ params: { id } }),
    disable: ({ id, dependants }: PluginView) =>
      disable.mutateAsync({ params: { id }, body: { withDependants: dependants.length > 0 } }),
  }
}

/** Switching, with the question about dependants, and the menu brought up to date at once. */
export function usePluginSwitch(words: PluginTexts, refetch: () => Promise<unknown>) {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const { enable, disable } = useSwitchCalls()
  const [asked, setAsked] = useState<PluginView | null>(null)
  const [consentTo, setConsentTo] = useState<PluginView | null>(null)
  const answers = useConsentAnswers()
  const [busy, setBusy] = useState<string | null>(null)

  const run = async (plugin: PluginView, work: () => Promise<unknown>, done: string) => {
    setBusy(plugin.id)
    try {
      await reauthenticate(work)
      host.notify.toast({ title: t(done, { name: words.title(plugin) }), tone: 'success' })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
      // A plugin that failed to start has a new state and a reason.
      await refetch()
    } finally {
      setBusy(null)
      setAsked(null)
      setConsentTo(null)
    }
  }
  const enableNow = (plugin: PluginView) => run(plugin, () => enable(plugin).then(answers.save), 'switchedOn')
  const disableNow = (plugin: PluginView) => run(plugin, () => disable(plugin), 'switchedOff')
  return {
    asked,
    busy,
    cancel: () => setAsked(null),
    confirm: () => (asked ? disableNow(asked) : Promise.resolve()),
    consentTo,
    answers,
    agree: () => (consentTo ? enableNow(consentTo) : Promise.resolve()),
    refuseConsent: () => setConsentTo(null),
    flip(plugin: PluginView) {
      if (busy) return
      if (plugin.enabled) return setAsked(plugin)
      // A package was reviewed when it was installed.
      if (plugin.source === 'folder') return setConsentTo(plugin)
      void enableNow(plugin)
    },
  }
}
