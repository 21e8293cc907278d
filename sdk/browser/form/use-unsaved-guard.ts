import { useCallback, useEffect, useRef } from 'react'
import { useT } from '../hooks.ts'
import { SHELL, useHost } from '../host.ts'
import { useNotices, type FormNotices } from './use-notices.ts'

const never = () => false

/**
 * Asks before unsaved changes are lost: by a dialog at links, the palette, Back and Forward, and by the browser's own at
 * closing the tab. `isSaving` lets a form leave while it saves; the returned function lets the page go.
 *
 * @example const release = useUnsavedGuard(form.methods.formState.isDirty)
 */
export function useUnsavedGuard(unsaved: boolean, isSaving: () => boolean = never): () => void {
  const releaseNow = useRef<() => void>(never)
  const host = useHost()
  const t = useT(SHELL)
  const { ask } = useNotices()
  useEffect(() => {
    if (!unsaved) return
    let question: ReturnType<FormNotices['ask']> | null = null
    const release = host.guardNavigation(async () => {
      if (isSaving()) return true
      question?.close()
      question = ask({
        title: t('resource.form.unsavedTitle'),
        text: t('resource.form.unsavedText'),
        tone: 'warning',
        confirmLabel: t('resource.form.unsavedLeave'),
        cancelLabel: t('resource.form.unsavedStay'),
      })
      return question.answer
    })
    releaseNow.current = release
    const close = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', close)
    return () => {
      release()
      removeEventListener('beforeunload', close)
      // The form is gone, by another way or with its plugin: there is nothing left to lose.
      question?.close()
    }
  }, [unsaved, isSaving, t, host, ask])
  return useCallback(() => releaseNow.current(), [])
}
