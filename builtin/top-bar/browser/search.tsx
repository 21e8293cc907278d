import { useHost, useSession, useStore, useT } from '@spawnpoint/sdk/browser'
import { Button, IconButton, Kbd } from '@spawnpoint/sdk/ui'
import { Search as SearchIcon } from '@spawnpoint/sdk/ui/icons'
import { lazy, Suspense, useCallback, useState } from 'react'
import { controlKey } from './control-key.ts'
import { useEarlyText } from './use-early-text.ts'
import { useShortcuts } from './use-shortcuts.ts'

const CommandPalette = lazy(() => import('./command-palette.tsx'))
const ShortcutList = lazy(() => import('./shortcut-list.tsx'))

/** On a narrow screen only the glass is drawn. */
const SearchButton = ({ open }: { open: () => void }) => {
  const t = useT()
  // On a narrow screen the balance beside it comes with the session and would move it.
  const isPlaced = useSession(({ user }) => user['username'] !== undefined)
  const shared = { icon: <SearchIcon aria-hidden />, onClick: open, 'aria-keyshortcuts': 'Control+K' }
  return (
    <>
      <Button
        {...shared}
        className="w-88 max-w-full text-muted max-[60rem]:hidden [&>.sp-button-content]:flex-1"
      >
        <span>{t('search')}</span>
        <span className="ms-auto">
          <Kbd>{controlKey(t)} K</Kbd>
        </span>
      </Button>
      <IconButton
        {...shared}
        label={t('search')}
        className={`min-[60rem]:hidden ${isPlaced ? '' : 'invisible'}`}
      />
    </>
  )
}

/** The command palette, its button and its shortcut. It takes the middle of the bar, also while it is empty. */
export default function Search() {
  const { uiSettings } = useHost()
  const isWanted = useStore(uiSettings, ({ topNav }) => topNav.showSearchBar)
  const isKnown = useSession(({ status }) => status !== 'signed-out')
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null)
  const early = useEarlyText()
  const open = useCallback(() => {
    early.listen()
    setShown('palette')
  }, [early])
  const openList = useCallback(() => setShown('shortcuts'), [])
  const close = () => {
    early.take()
    setShown(null)
  }
  useShortcuts(open, openList)
  return (
    <div className="min-w-0 flex-1 max-[60rem]:flex-none">
      {isKnown && isWanted && <SearchButton open={open} />}
      <Suspense fallback={null}>
        {shown === 'palette' && <CommandPalette close={close} takeEarlyText={early.take} />}
        {shown === 'shortcuts' && <ShortcutList close={close} />}
      </Suspense>
    </div>
  )
}
