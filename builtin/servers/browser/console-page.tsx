import { useFormat, useStore, useT } from '@spawnpoint/sdk/browser'
import { CopyButton, SearchField, Skeleton } from '@spawnpoint/sdk/ui'
import { useMemo, useState } from 'react'
import { CommandForm } from './command-form.tsx'
import './console.css'
import { NoConsole, LinkNotice } from './console-notice.tsx'
import { ConsoleOutput } from './console-output.tsx'
import { GameStart } from './game-start.tsx'
import { GameStatus, PowerButtons } from './power-buttons.tsx'
import { LiveServerFrame } from './server-frame.tsx'
import { useConsole } from './use-console.ts'

const ConsoleView = ({ id, name, isOwn }: { id: string; name: string; isOwn: boolean }) => {
  const t = useT()
  const { number } = useFormat()
  const { store } = useConsole(id, isOwn)
  const { lines, dropped, game, stats, link, isRefused, epoch } = useStore(store)
  const [typed, setTyped] = useState('')
  const search = typed.trim().toLowerCase()
  const found = useMemo(
    () => (search === '' ? lines : lines.filter(({ plain }) => plain.toLowerCase().includes(search))),
    [lines, search],
  )
  const text = useMemo(() => found.map(({ plain }) => plain).join('\n'), [found])
  const isConnecting = link === null || link.state === 'connecting'
  const nothing = game === 'offline' ? 'console.emptyOffline' : 'console.empty'
  // The panel takes neither signals nor commands then.
  const isClosed = link?.state === 'waiting' && link.problem === 'unavailable'
  const quiet = isConnecting ? 'console.connecting' : nothing
  return (
    <div className="grid gap-4">
      <LinkNotice {...{ link, isRefused, epoch }} />
      {!isClosed && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <GameStatus game={game} />
            <GameStart game={game} stats={stats} />
          </p>
          <PowerButtons {...{ id, name, isOwn, game }} />
        </div>
      )}
      <section className="console" aria-label={t('console.title')}>
        <div className="console-bar">
          <SearchField
            value={typed}
            onSearch={setTyped}
            label={t('console.search')}
            placeholder={t('console.search')}
          />
          {search !== '' && (
            <span className="sp-hint">{t('console.found', { value: number(found.length) })}</span>
          )}
          {dropped > 0 && <span className="sp-hint">{t('console.dropped', { value: number(dropped) })}</span>}
          <span className="ms-auto">
            <CopyButton value={text} label={t('console.copy')} />
          </span>
        </div>
        <ConsoleOutput
          lines={found}
          search={search}
          empty={t(search === '' ? quiet : 'console.nothingFound')}
        />
        {!isClosed && <CommandForm id={id} isOwn={isOwn} isOffline={game === 'offline'} />}
      </section>
      <p className="sp-hint">{t('console.logged')}</p>
    </div>
  )
}

const ConsolePage = () => (
  <LiveServerFrame tab="console" loading={<Skeleton shape="block" className="h-128" />}>
    {({ live, owner, console: isOn }) =>
      isOn ? <ConsoleView id={live.id} name={live.name} isOwn={owner === null} /> : <NoConsole />
    }
  </LiveServerFrame>
)

export default ConsolePage
