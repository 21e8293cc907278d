import { useT } from '@spawnpoint/sdk/browser'
import { IconButton } from '@spawnpoint/sdk/ui'
import { Palette, X } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { CustomizationActions } from './customization-actions.tsx'
import { CustomizationTabs } from './customization-tabs.tsx'
import { panel } from './panel-store.ts'

const close = () => panel.setState({ isOpen: false })

/** Focus goes in when the panel opens, and back when it closes, unless it has gone on to the page meanwhile. */
function useFocusReturn() {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    section.current?.focus()
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [])
  return section
}

/** Beside the page, which stays usable and shows each change at once. */
export default function CustomizationPanel() {
  const t = useT()
  const section = useFocusReturn()
  const key = (event: KeyboardEvent) => {
    // A dialog or an open list of the panel takes the key for itself.
    const isTaken = event.target instanceof Element && event.target.closest('dialog, [popover]')
    if (event.key !== 'Escape' || event.defaultPrevented || isTaken) return
    event.stopPropagation()
    close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it, from anywhere inside
    <section ref={section} tabIndex={-1} aria-label={t('title')} onKeyDown={key} className="sp-side-panel">
      <header className="flex items-center gap-2 px-4 pt-3 pb-1">
        <Palette className="size-4 text-accent-text" aria-hidden />
        <h2 className="flex-1 text-base">{t('title')}</h2>
        <IconButton size="sm" label={t('close')} tooltip={false} icon={<X />} onClick={close} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4">
        <CustomizationTabs />
      </div>
      <CustomizationActions className="px-4" />
    </section>
  )
}
