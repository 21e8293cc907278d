import { useContributions, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { IconButton, Kbd, Tabs, type Tab } from '@spawnpoint/sdk/ui'
import { Bug, X } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { AppTab, countOfApp, SettingsTab } from './facts-tab.tsx'
import { StorageTab } from './storage-tab.tsx'
import { TraceTab, useTrace } from './trace-tab.tsx'

const kinds = { network: 'network', errors: 'error', console: 'console' } as const

function useOwnTabs(): readonly Tab[] {
  const t = useT()
  const { storage, settings } = useHost()
  const counts = {
    network: useTrace('network').length,
    errors: useTrace('error').length,
    console: useTrace('console').length,
    plugins: useTrace('hook').length,
  }
  const settingsCount = useStore(settings, (values) => Object.keys(values).length)
  const label = (id: string, count: number) => t('tab', { name: t(`tabs.${id}`), count })
  return [
    ...(['network', 'errors', 'console'] as const).map((id) => ({
      id,
      label: label(id, counts[id]),
      content: <TraceTab kind={kinds[id]} />,
    })),
    { id: 'app', label: label('app', countOfApp), content: <AppTab /> },
    { id: 'storage', label: label('storage', storage.entries().length), content: <StorageTab /> },
    { id: 'settings', label: label('settings', settingsCount), content: <SettingsTab /> },
    { id: 'plugins', label: label('plugins', counts.plugins), content: <TraceTab kind="hook" /> },
  ]
}

/** Focus goes in when the panel opens, and back to where it was when it closes. */
function useFocusReturn() {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return panel
}

/** What happened in this tab of the browser, and what the product knows here. Modeless: the page stays usable. */
export const DebugPanel = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const panel = useFocusReturn()
  const added = useContributions('debug-tab', 'debug-panel')
  const own = useOwnTabs()
  const tabs = [
    ...own,
    ...added.map(({ id, title, Component }) => ({ id, label: title, content: <Component /> })),
  ]
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it, from anywhere inside
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t('title')}
      onKeyDown={key}
      className="fixed right-0 bottom-0 z-(--z-overlay) flex h-[min(32rem,70dvh)] w-full flex-col rounded-t-lg border border-border bg-raised shadow-xl sm:right-4 sm:w-[min(800px,calc(100vw-2rem))]"
    >
      <header className="flex items-center gap-2 border-b border-border px-3 py-2">
        <Bug className="size-4 text-accent-text" aria-hidden />
        <h2 className="flex-1 text-sm">{t('title')}</h2>
        <span className="hidden text-xs text-muted sm:inline">
          <Kbd>Ctrl</Kbd> <Kbd>I</Kbd>
        </span>
        <IconButton size="sm" label={t('close')} tooltip={false} icon={<X />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        <Tabs label={t('title')} tabs={tabs} />
      </div>
    </section>
  )
}
