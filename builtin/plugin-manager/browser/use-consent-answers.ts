import type { ConsentAnswer } from '@spawnpoint/contracts/plugin-manager'
import { useExplain, useHost, useReauthenticate } from '@spawnpoint/sdk/browser'
import { useCallback, useState } from 'react'

const none: ReadonlyMap<string, ConsentAnswer> = new Map()

/** The answers that other plugins ask the operator for, beside the consent itself. */
export function useConsentAnswers() {
  const { notify } = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const [answers, setAnswers] = useState(none)
  const onAnswer = useCallback(
    (part: string, answer: ConsentAnswer | null) =>
      setAnswers((before) => {
        const after = new Map(before)
        if (answer) after.set(part, answer)
        else after.delete(part)
        return after
      }),
    [],
  )
  return {
    onAnswer,
    isValid: [...answers.values()].every(({ isValid }) => isValid),
    /** An answer that is not saved leaves the plugin without it; its page asks again. */
    async save() {
      for (const answer of answers.values()) {
        try {
          await reauthenticate(() => answer.save())
        } catch (error) {
          notify.toast({ title: explain(error), tone: 'danger' })
        }
      }
    },
  }
}

export type ConsentAnswers = ReturnType<typeof useConsentAnswers>
