import { Link, SHELL, Slot, useHost, useSession, useSetting, useStore, useT } from '@spawnpoint/sdk/browser'
import { Button, IconButton, Kbd, LinkButton } from '@spawnpoint/sdk/ui'
import { Menu as MenuIcon, Search } from '../../../sdk/ui/icons.ts'
import { useKernel } from '../app/kernel-context.tsx'
import { LanguageSelect } from './language-select.tsx'
import { PanelLookFrame } from './panel-look-frame.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const SearchButton = ({ open }: { open: () => void }) => {
  const t = useT(SHELL)
  return (
    <Button
      className="shell-search"
      icon={<Search aria-hidden />}
      onClick={open}
      aria-keyshortcuts="Control+K"
    >
      <span>{t('topbar.search')}</span>
      <Kbd>Ctrl K</Kbd>
    </Button>
  )
}

const Visitor = () => {
  const t = useT(SHELL)
  const { wellKnownPath } = useKernel()
  const status = useSession((session) => session.status)
  if (status === 'signed-out') return <LinkButton to={wellKnownPath('login')}>{t('topbar.login')}</LinkButton>
  return <ProfileMenu />
}

export const TopBar = ({ openMenu, openSearch }: { openMenu: () => void; openSearch: () => void }) => {
  const t = useT(SHELL)
  const { uiSettings } = useHost()
  const topNav = useStore(uiSettings, (settings) => settings.topNav)
  const { wellKnownPath } = useKernel()
  const status = useSession((session) => session.status)
  const name = useSetting('app_name')
  const isKnown = status !== 'signed-out'
  return (
    <PanelLookFrame look={topNav} className="shell-top-frame">
      <header className="shell-top sp-glass">
        {isKnown && (
          <span className="shell-menu-button">
            <IconButton label={t('nav.open')} icon={<MenuIcon aria-hidden />} onClick={openMenu} />
          </span>
        )}
        <Link to={wellKnownPath('home')} className="shell-brand">
          {typeof name === 'string' && name ? name : 'Spawnpoint'}
        </Link>
        <div className="shell-top-middle">
          {isKnown && topNav.showSearchBar && <SearchButton open={openSearch} />}
        </div>
        {isKnown && <Slot name="shell.topbar" />}
        <ThemeSwitch />
        <LanguageSelect />
        <Visitor />
      </header>
    </PanelLookFrame>
  )
}
