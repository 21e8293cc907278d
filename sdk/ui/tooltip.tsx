import { useEffect, useId, useRef, type ReactNode } from 'react'
import { placeBeside } from './place-beside.ts'

/**
 * A word on what is under the pointer or has focus; Esc hides it. Give the control its own accessible name.
 * @example <Tooltip text="Players are disconnected"><Button>Restart</Button></Tooltip>
 */
export const Tooltip = ({ text, children }: { text: string; children: ReactNode }) => {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const at = anchor.current
    const shown = bubble.current
    if (!at || !shown || typeof shown.showPopover !== 'function') return
    const hide = () => shown.isConnected && shown.matches(':popover-open') && shown.hidePopover()
    const show = () => {
      if (shown.matches(':popover-open')) return
      placeBeside(at, shown, at.getBoundingClientRect().left > innerWidth / 2 ? 'end' : 'start')
      shown.showPopover()
    }
    const enter = (event: PointerEvent) => event.pointerType === 'mouse' && show()
    const focus = (event: FocusEvent) =>
      event.target instanceof Element && event.target.matches(':focus-visible') && show()
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    at.addEventListener('pointerenter', enter)
    at.addEventListener('pointerleave', hide)
    at.addEventListener('pointerdown', hide)
    at.addEventListener('focusin', focus)
    at.addEventListener('focusout', hide)
    at.addEventListener('keydown', key)
    return () => {
      at.removeEventListener('pointerenter', enter)
      at.removeEventListener('pointerleave', hide)
      at.removeEventListener('pointerdown', hide)
      at.removeEventListener('focusin', focus)
      at.removeEventListener('focusout', hide)
      at.removeEventListener('keydown', key)
    }
  }, [])
  return (
    <span ref={anchor} className="sp-tooltip-anchor">
      {children}
      <span ref={bubble} id={id} role="tooltip" popover="manual" className="sp-tooltip" aria-hidden="true">
        {text}
      </span>
    </span>
  )
}
