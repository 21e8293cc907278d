import { useHost, useSession, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'
import { AreaSwitch } from './area-switch.tsx'
import { LanguageSelect } from './language-select.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const Visitor = () => {
  const t = useT()
  const host = useHost()
  const status = useSession((session) => session.status)
  if (status === 'signed-out') return <LinkButton to={host.pathToWellKnown('login')}>{t('login')}</LinkButton>
  return <ProfileMenu />
}

/** The end of the bar: the way to the other area, theme, language, and the visitor's own menu. */
export default function Menus() {
  return (
    <>
      <AreaSwitch />
      <ThemeSwitch />
      <LanguageSelect />
      <Visitor />
    </>
  )
}
