import { SHELL, Slot, useHost, useSession, useStore, useT } from '@spawnpoint/sdk/browser'
import { IconButton } from '@spawnpoint/sdk/ui'
import { Menu as MenuIcon } from '../../../sdk/ui/icons.ts'
import { Brand } from './brand.tsx'
import { PanelLookFrame } from './panel-look-frame.tsx'

/** The way to the menu, the name of the instance, and what plugins put beside it. */
export const TopBar = ({ openMenu }: { openMenu: () => void }) => {
  const t = useT(SHELL)
  const { uiSettings } = useHost()
  const topNav = useStore(uiSettings, (settings) => settings.topNav)
  const isKnown = useSession(({ status }) => status !== 'signed-out')
  return (
    <PanelLookFrame look={topNav} className="shell-top-frame">
      <header className="shell-top sp-glass">
        {isKnown && (
          <span className="shell-menu-button">
            <IconButton label={t('nav.open')} icon={<MenuIcon aria-hidden />} onClick={openMenu} />
          </span>
        )}
        <Brand />
        <Slot name="shell.topbar" />
      </header>
    </PanelLookFrame>
  )
}
