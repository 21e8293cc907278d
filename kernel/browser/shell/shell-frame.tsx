import { SHELL, Slot, useHost, useSession, useStore, useT } from '@spawnpoint/sdk/browser'
import { classNames } from '@spawnpoint/sdk/ui'
import { Suspense, use, useCallback, useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { DataFrame } from '../app/signed-in-parts.tsx'
import { useKernel } from '../app/kernel-context.tsx'
import { createDeferred } from '../plugins/deferred.ts'
import { startIntentPreload } from '../routing/intent-preload.ts'
import { PanelLookFrame } from './panel-look-frame.tsx'
import { SidebarDrawer, SidebarMenu } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useNav } from './use-nav.ts'
import { useShortcuts } from './use-shortcuts.ts'

const palette = createDeferred(() => import('./command-palette.tsx'))

const LoadedPalette = ({ close }: { close: () => void }) => {
  const { CommandPalette } = use(palette.load())
  return <CommandPalette close={close} />
}

const useArea = (): 'user' | 'admin' =>
  useStore(useKernel().visits.current, ({ route }) => (route?.area === 'admin' ? 'admin' : 'user'))

const skipToContent = (): void => document.getElementById('main')?.focus()

/** Menu, top bar and content. Visitors who are not signed in get no menu. */
export const ShellFrame = () => {
  const t = useT(SHELL)
  const { uiSettings } = useHost()
  const sidebar = useStore(uiSettings, (settings) => settings.sidebar)
  const status = useSession((session) => session.status)
  const area = useArea()
  const groups = useNav(area)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isSearchOpen, setSearchOpen] = useState(false)
  const closeMenu = useCallback(() => setMenuOpen(false), [])
  const openSearch = useCallback(() => setSearchOpen(true), [])
  useShortcuts(openSearch)
  const kernel = useKernel()
  useEffect(() => startIntentPreload(document, kernel), [kernel])
  const hasMenu = status !== 'signed-out'
  return (
    <DataFrame>
      <div
        className={classNames('shell', sidebar.compactMode && 'shell-compact', !hasMenu && 'shell-no-menu')}
      >
        <button type="button" className="shell-skip" onClick={skipToContent}>
          {t('skip')}
        </button>
        <TopBar openMenu={() => setMenuOpen(true)} openSearch={openSearch} />
        {hasMenu && (
          <PanelLookFrame look={sidebar} className="shell-side-frame">
            <aside className="shell-side sp-glass">
              <SidebarMenu groups={groups} />
            </aside>
          </PanelLookFrame>
        )}
        <main id="main" tabIndex={-1} className="shell-main">
          <Slot name="shell.notice" />
          {area === 'admin' && <Slot name="admin.banner" />}
          <Outlet />
        </main>
        {hasMenu && <SidebarDrawer groups={groups} isOpen={isMenuOpen} close={closeMenu} />}
        {isSearchOpen && (
          <Suspense fallback={null}>
            <LoadedPalette close={() => setSearchOpen(false)} />
          </Suspense>
        )}
      </div>
    </DataFrame>
  )
}
