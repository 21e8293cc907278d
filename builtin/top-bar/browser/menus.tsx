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

/**
 * The end of the bar: the way to the other area, theme, language, and the visitor's own menu, which holds theme and
 * language where there is little room.
 */
export default function Menus() {
  const isKnown = useSession((session) => session.status !== 'signed-out')
  return (
    <>
      <AreaSwitch />
      <span className={isKnown ? 'contents max-[40rem]:hidden' : 'contents'}>
        <ThemeSwitch />
        <LanguageSelect />
      </span>
      <Visitor />
    </>
  )
}
