import { changeSettings, type SettingView } from '@spawnpoint/contracts/settings'
import { CallError, useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { useKeptDraft, useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useEffect, useState } from 'react'
import type { SettingTexts } from './setting-texts.ts'
import { dropFromDraft, editDraft, valuesOf, type Draft } from './settings-draft.ts'

type SavingStep = 'editing' | 'review' | 'saving'

type Problems = Readonly<Record<string, string>>

/** Edits and what is wrong with them; kept over the end of a session, and guarded when the page is left. */
const useEdits = () => {
  const { restored, keep } = useKeptDraft<Draft>('settings')
  const [draft, setDraft] = useState<Draft>(restored ?? {})
  const isUnsaved = Object.keys(draft).length > 0
  useUnsavedGuard(isUnsaved)
  useEffect(() => keep(isUnsaved ? draft : null), [keep, isUnsaved, draft])
  const [problems, setProblems] = useState<Problems>({})
  // From the latest draft: a provider of emails fills in several settings at once.
  const place = (key: string, change: (latest: Draft) => Draft) => {
    setProblems(({ [key]: _gone, ...others }) => others)
    setDraft(change)
  }
  const discard = () => {
    setDraft({})
    setProblems({})
  }
  return { draft, setDraft, problems, setProblems, place, discard }
}

const problemsOf = (draft: Draft, settings: readonly SettingView[], words: SettingTexts): Problems =>
  Object.fromEntries(
    settings.flatMap((setting) => {
      const change = draft[setting.key]
      const problem = change && words.check(setting, change.value)
      return problem ? [[setting.key, problem] as const] : []
    }),
  )

/** Edits that wait to be saved together, and the saving itself. */
export function useSettingsDraft(words: SettingTexts, refetch: () => Promise<unknown>) {
  const host = useHost()
  const t = useT()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const { draft, setDraft, problems, setProblems, place, discard } = useEdits()
  const [step, setStep] = useState<SavingStep>('editing')
  const [error, setError] = useState<string | null>(null)

  const fail = (failure: unknown) => {
    const fields = failure instanceof CallError ? failure.fields : {}
    const isAboutFields = Object.keys(fields).length > 0
    setProblems(fields)
    setError(isAboutFields ? null : explain(failure))
    setStep(isAboutFields ? 'editing' : 'review')
    if (isAboutFields) host.notify.toast({ title: t('saveRefused'), tone: 'danger' })
  }
  const save = async () => {
    setStep('saving')
    setError(null)
    try {
      await reauthenticate(() => host.call(changeSettings, { body: { values: valuesOf(draft) } }))
    } catch (failure) {
      return fail(failure)
    }
    setDraft({})
    setStep('editing')
    host.notify.toast({ title: t('saved'), tone: 'success' })
    await Promise.all([refetch(), host.refreshSettings()])
  }
  return {
    draft,
    problems,
    step,
    error,
    save,
    edit: (setting: SettingView, value: unknown) =>
      place(setting.key, (latest) => editDraft(latest, setting, value)),
    undo: (key: string) => place(key, (latest) => dropFromDraft(latest, [key])),
    discard,
    /** Fresh values first, so that the review can say what others changed meanwhile. */
    async review(settings: readonly SettingView[]) {
      const found = problemsOf(draft, settings, words)
      setProblems(found)
      if (Object.keys(found).length > 0) return
      setError(null)
      await refetch()
      setStep('review')
    },
    back: () => setStep('editing'),
  }
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>
