import { SHELL, Slot, useHost, useSession, useStore, useT } from '@spawnpoint/sdk/browser'
import { classNames } from '@spawnpoint/sdk/ui'
import { useCallback, useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { DataFrame } from '../app/signed-in-parts.tsx'
import { useKernel } from '../app/kernel-context.tsx'
import { startIntentPreload } from '../routing/intent-preload.ts'
import { PanelLookFrame } from './panel-look-frame.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { SidebarDrawer, SidebarMenu } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const useArea = (): 'user' | 'admin' =>
  useStore(useKernel().visits.current, ({ route }) => (route?.area === 'admin' ? 'admin' : 'user'))

const skipToContent = (): void => document.getElementById('main')?.focus()

/** Menu, top bar and content. Visitors who are not signed in get no menu. */
export const ShellFrame = () => {
  const t = useT(SHELL)
  const { uiSettings, menu } = useHost()
  const sidebar = useStore(uiSettings, (settings) => settings.sidebar)
  const status = useSession((session) => session.status)
  const area = useArea()
  const entries = useStore(menu(area))
  const [isMenuOpen, setMenuOpen] = useState(false)
  const openMenu = useCallback(() => setMenuOpen(true), [])
  const closeMenu = useCallback(() => setMenuOpen(false), [])
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
        <TopBar openMenu={openMenu} />
        {hasMenu && (
          <PanelLookFrame look={sidebar} className="shell-side-frame">
            {/* No landmark of its own: screen readers would list the same menu twice. */}
            <div className="shell-side sp-glass">
              <SidebarMenu entries={entries} />
            </div>
          </PanelLookFrame>
        )}
        <main id="main" tabIndex={-1} className="shell-main">
          <Slot name="shell.notice" />
          {area === 'admin' && <Slot name="admin.banner" />}
          <Outlet />
        </main>
        {hasMenu && <PhoneBar entries={entries} openMenu={openMenu} />}
        {hasMenu && <SidebarDrawer entries={entries} isOpen={isMenuOpen} close={closeMenu} />}
      </div>
    </DataFrame>
  )
}
