import { useCallback, useEffect, useRef } from 'react'
import { useT } from '../hooks.ts'
import { SHELL, useHost } from '../host.ts'
import { useNotices, type FormNotices } from './use-notices.ts'

const never = () => false

interface UnsavedForm {
  readonly isSaving: () => boolean
  /** Registers the form's question with its host. */
  readonly guard: () => () => void
  release: () => void
}

// The host asks one guard: of several forms on a page the last one asks for all of them.
const unsavedForms = new Set<UnsavedForm>()

const addForm = (form: UnsavedForm): void => {
  unsavedForms.add(form)
  form.release = form.guard()
}

const removeForm = (form: UnsavedForm): void => {
  if (!unsavedForms.delete(form)) return
  form.release()
  const last = [...unsavedForms].at(-1)
  if (last) last.release = last.guard()
}

/**
 * Asks before unsaved changes are lost: by a dialog at links, the palette, Back and Forward, and by the browser's own at
 * closing the tab. `isSaving` lets a form leave while it saves; the returned function lets the page go.
 *
 * @example const release = useUnsavedGuard(form.methods.formState.isDirty)
 */
export function useUnsavedGuard(unsaved: boolean, isSaving: () => boolean = never): () => void {
  const releaseNow = useRef<() => void>(never)
  // A function that a page makes anew each time it is drawn must not close a question that is open.
  const latest = useRef(isSaving)
  useEffect(() => {
    latest.current = isSaving
  }, [isSaving])
  const host = useHost()
  const t = useT(SHELL)
  const { ask } = useNotices()
  useEffect(() => {
    if (!unsaved) return
    let question: ReturnType<FormNotices['ask']> | null = null
    const mayLeave = async () => {
      if ([...unsavedForms].every((each) => each.isSaving())) return true
      question?.close()
      question = ask({
        title: t('resource.form.unsavedTitle'),
        text: t('resource.form.unsavedText'),
        tone: 'warning',
        confirmLabel: t('resource.form.unsavedLeave'),
        cancelLabel: t('resource.form.unsavedStay'),
      })
      return question.answer
    }
    const form: UnsavedForm = {
      isSaving: () => latest.current(),
      guard: () => host.guardNavigation(mayLeave),
      release: never,
    }
    const close = (event: BeforeUnloadEvent) => event.preventDefault()
    const release = () => {
      removeForm(form)
      removeEventListener('beforeunload', close)
    }
    addForm(form)
    releaseNow.current = release
    addEventListener('beforeunload', close)
    return () => {
      release()
      // The form is gone, by another way or with its plugin: there is nothing left to lose.
      question?.close()
    }
  }, [unsaved, t, host, ask])
  return useCallback(() => releaseNow.current(), [])
}
