import { useEffect } from 'react'
import { useT } from '../hooks.ts'
import { SHELL, useHost } from '../host.ts'
import { useNotices, type FormNotices } from './use-notices.ts'

/** The link of a click that would leave this page in this tab. */
const leavingLink = (event: MouseEvent): HTMLAnchorElement | null => {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const stays = !link?.href || link.target === '_blank' || link.hasAttribute('download')
  return stays || link.origin !== location.origin ? null : link
}

/** Asks before what was typed is lost: at a link of the app by our dialog, at closing the tab by the browser's own. */
export function useUnsavedGuard(unsaved: boolean): void {
  const host = useHost()
  const t = useT(SHELL)
  const { ask } = useNotices()
  useEffect(() => {
    if (!unsaved) return
    let question: ReturnType<FormNotices['ask']> | null = null
    const leave = async (to: string) => {
      question = ask({
        title: t('resource.form.unsavedTitle'),
        text: t('resource.form.unsavedText'),
        tone: 'warning',
        confirmLabel: t('resource.form.unsavedLeave'),
        cancelLabel: t('resource.form.unsavedStay'),
      })
      if (await question.answer) host.navigate(to)
    }
    const click = (event: MouseEvent) => {
      const link = leavingLink(event)
      if (!link) return
      // Before React sees the click: the link itself must not navigate.
      event.preventDefault()
      event.stopPropagation()
      void leave(link.pathname + link.search + link.hash)
    }
    const close = (event: BeforeUnloadEvent) => event.preventDefault()
    document.addEventListener('click', click, { capture: true })
    addEventListener('beforeunload', close)
    return () => {
      document.removeEventListener('click', click, { capture: true })
      removeEventListener('beforeunload', close)
      // The form is gone, by another way or with its plugin: there is nothing left to lose.
      question?.close()
    }
  }, [unsaved, t, host, ask])
}
