import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand/react'
import { ToneIcon } from './alert.tsx'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { classNames } from './class-names.ts'
import { X } from './icons.ts'
import { modals } from './dialogs.ts'
import { toasts, type OpenToast } from './toasts.ts'
import { useUiText } from './ui-text.ts'

const secondsOf = ({ seconds, tone, action }: OpenToast) => {
  if (seconds !== undefined) return seconds
  return tone === 'danger' || action ? 12 : 6
}

/** Until then a screen reader may not have come to a message, whose dialog often closes right after it. */
const SPOKEN_AFTER_MS = 500

const spoken = new WeakSet<OpenToast>()

/** Whether a message was spoken before it came here from another region: this one shows it, and says nothing. */
const useQuiet = (toast: OpenToast): boolean => {
  const [isQuiet] = useState(() => spoken.has(toast))
  useEffect(() => {
    const timer = setTimeout(() => spoken.add(toast), SPOKEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [toast])
  return isQuiet
}

const Toast = ({ toast }: { toast: OpenToast }) => {
  const text = useUiText()
  const isQuiet = useQuiet(toast)
  const { id, title, tone = 'neutral', action } = toast
  const seconds = secondsOf(toast)
  const close = () => toasts.close(id)
  const act = () => {
    action?.onSelect()
    close()
  }
  // The end of an animation is the clock: it waits while the pointer or focus is on the messages.
  const life = { '--toast-life': `${seconds}s` } as CSSProperties
  const role = tone === 'danger' && !isQuiet ? 'alert' : undefined
  return (
    <div
      className={classNames('sp-toast', `sp-tone-${tone}`)}
      role={role}
      aria-live={isQuiet ? 'off' : undefined}
    >
      <ToneIcon tone={tone} />
      <div className="sp-toast-text">
        <strong>{title}</strong>
        {toast.text && <p>{toast.text}</p>}
        {action && (
          <Button size="sm" onClick={act}>
            {action.label}
          </Button>
        )}
      </div>
      <IconButton
        label={text('ui.dismiss')}
        tooltip={false}
        size="sm"
        icon={<X aria-hidden />}
        onClick={close}
      />
      {seconds !== null && (
        <span className="sp-toast-life" data-toast-life style={life} onAnimationEnd={close} />
      )}
    </div>
  )
}

const Region = ({ open }: { open: readonly OpenToast[] }) => {
  const text = useUiText()
  const region = useRef<HTMLElement>(null)
  const latest = open.at(-1)?.id ?? 0
  useLayoutEffect(() => {
    const element = region.current
    // A dialog that closes with this message has taken its region off the page, where nothing can be shown.
    if (!element?.isConnected || typeof element.showPopover !== 'function') return
    // Shown from the start, as a live region must be; anew with each message, since the top layer draws the last
    // shown in front, also of an open dialog.
    if (latest > 0 && element.matches(':popover-open')) element.hidePopover()
    if (!element.matches(':popover-open')) element.showPopover()
  }, [latest])
  return (
    <section
      ref={region}
      popover="manual"
      className="sp-toasts"
      aria-live="polite"
      aria-label={text('ui.notifications')}
    >
      {open.map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const nothing: readonly OpenToast[] = []

/**
 * Draws the toasts and lets a screen reader speak them; stands once in the app. A modal dialog makes everything outside
 * of it inert, so that the front one holds them while it is open. @example <ToastHost />
 */
export const ToastHost = () => {
  const open = useStore(toasts)
  const modal = useStore(modals, (opened) => opened.at(-1))
  const latest = open.at(-1)?.id ?? 0
  useEffect(() => {
    // Loaded on need: sound is off unless a visitor turned it on.
    if (latest > 0 && document.documentElement.dataset['toastSound'])
      void import('./toast-sound.ts').then(({ playToastSound }) => playToastSound(window))
  }, [latest])
  return (
    <>
      {/* Stays while a dialog is open: only what comes into a region that is there already is spoken. */}
      <Region open={modal ? nothing : open} />
      {modal && createPortal(<Region open={open} />, modal)}
    </>
  )
}
