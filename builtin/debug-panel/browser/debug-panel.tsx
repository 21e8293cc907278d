import { useContributions, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Button, IconButton, Kbd, Tabs, type Tab } from '@spawnpoint/sdk/ui'
import { Bug, FileText, X } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { BisectBar } from './bisect-bar.tsx'
import { RecordingDialog } from './recording-dialog.tsx'
import { useTrace } from './trace-tab.tsx'

/** The groups of the App tab. */
const appGroups = 4

/** The number behind the name of each tab of this plugin. */
function useCounts(): Readonly<Record<string, number>> {
  const { storage, settings } = useHost()
  return {
    network: useTrace('network').length,
    errors: useTrace('error').length,
    console: useTrace('console').length,
    app: appGroups,
    storage: storage.entries().length,
    settings: useStore(settings, (values) => Object.keys(values).length),
    plugins: useTrace('hook').length,
  }
}

/** Every tab arrives by the hook `registerDebugTab`; those of this plugin are first and show a number. */
function useTabs(): readonly Tab[] {
  const t = useT()
  const counts = useCounts()
  const own = 'debug-panel'
  const contributed = useContributions('debug-tab', own)
  return contributed
    .toSorted((a, b) => Number(b.plugin === own) - Number(a.plugin === own))
    .map(({ id, plugin, title, Component }) => {
      const count = plugin === own ? counts[id.slice(own.length + 1)] : undefined
      const label = count === undefined ? title : t('tab', { name: title, count })
      return { id, label, content: <Component /> }
    })
}

/** Focus goes in when the panel opens, and back when it closes, unless it has gone on to the page meanwhile. */
function useFocusReturn() {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [])
  return panel
}

/** The tabs, with the search for a plugin above them as long as it runs. */
export const DebugTabs = () => {
  const t = useT()
  const tabs = useTabs()
  return (
    <>
      <BisectBar />
      <Tabs label={t('title')} tabs={tabs} />
    </>
  )
}

/** Activity of this browser tab and the state of the client. Modeless: the page stays usable. */
export const DebugPanel = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const panel = useFocusReturn()
  const [isRecording, setRecording] = useState(false)
  const key = (event: KeyboardEvent) => {
    // A dialog or an open list of a tab takes the key for itself.
    const isTaken = event.target instanceof Element && event.target.closest('dialog, [popover]')
    if (event.key !== 'Escape' || event.defaultPrevented || isTaken) return
    event.stopPropagation()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it, from anywhere inside
    <section ref={panel} tabIndex={-1} aria-label={t('title')} onKeyDown={key} className="sp-bottom-panel">
      <header className="flex items-center gap-2 border-b border-border px-3 py-2">
        <Bug className="size-4 text-accent-text" aria-hidden />
        <h2 className="flex-1 text-sm">{t('title')}</h2>
        <Button size="sm" icon={<FileText aria-hidden />} onClick={() => setRecording(true)}>
          {t('recording.open')}
        </Button>
        <span className="hidden text-xs text-muted sm:inline">
          <Kbd>Ctrl</Kbd> <Kbd>I</Kbd>
        </span>
        <IconButton size="sm" label={t('close')} tooltip={false} icon={<X />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        <DebugTabs />
      </div>
      {isRecording && <RecordingDialog onClose={() => setRecording(false)} onLeave={onClose} />}
    </section>
  )
}
