import { listServers } from '@spawnpoint/contracts/servers'
import { useFlag, useHost, useOpenPath, useSession, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, Empty, LinkButton, SearchField, Select, Skeleton, Toolbar } from '@spawnpoint/sdk/ui'
import { Scene } from '@spawnpoint/sdk/ui/art'
import { Plus } from '@spawnpoint/sdk/ui/icons'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { useGames } from './game-state.tsx'
import { ServerCards } from './server-cards.tsx'
import { isMoving, rowsOf, searchRows } from './server-rows.ts'

// Few choose it, so it comes on need.
const ServerTable = lazy(async () => ({ default: (await import('./server-table.tsx')).ServerTable }))

const layoutKey = 'server_list_layout'
const layouts = ['cards', 'table'] as const
type Layout = (typeof layouts)[number]

/** Fewer are seen at a glance, and need no search. */
const manyServers = 6

const movingMs = 3_000
const restingMs = 60_000

const useLayout = () => {
  const { storage } = useHost()
  const [layout, setLayout] = useState<Layout>(() => (storage.get(layoutKey) === 'table' ? 'table' : 'cards'))
  const choose = (text: string) => {
    const chosen: Layout = text === 'table' ? 'table' : 'cards'
    storage.set(layoutKey, chosen)
    setLayout(chosen)
  }
  return [layout, choose] as const
}

/**
 * Before the slots are known it has its place and cannot be used yet, so that nothing jumps. Without a free slot it says
 * so, and leads to where there are more.
 */
const NewServer = ({ slots }: { slots: ReplyOf<typeof listServers>['slots'] | undefined }) => {
  const t = useT()
  const host = useHost()
  const allowed = useFlag('allow_servers')
  const store = useOpenPath()('store')
  const icon = <Plus aria-hidden />
  if (!allowed) return null
  if (!slots)
    return (
      <Button variant="primary" icon={icon} disabled>
        {t('list.new')}
      </Button>
    )
  if (slots.used >= slots.limit)
    return (
      <span className="sp-actions">
        <span className="sp-hint">{t('blocked.slots.title')}</span>
        {store && <LinkButton to={store}>{t('blocked.store')}</LinkButton>}
      </span>
    )
  return (
    <LinkButton variant="primary" icon={icon} to={host.pathTo('server-create')}>
      {t('list.new')}
    </LinkButton>
  )
}

const LoadingCards = () => (
  <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
    {Array.from({ length: 3 }, (_, place) => (
      <Skeleton key={place} shape="block" className="h-72" />
    ))}
  </div>
)

const ServerList = ({ data }: { data: ReplyOf<typeof listServers> }) => {
  const t = useT()
  const [search, setSearch] = useState('')
  const [layout, setLayout] = useLayout()
  const games = useGames(data.console && data.servers.length > 0)
  const rows = rowsOf(data)
  if (rows.length === 0)
    return (
      <Card>
        <Empty
          scene={<Scene name="empty" />}
          title={t('list.empty.title')}
          text={t('list.empty.text')}
          action={<NewServer slots={data.slots} />}
        />
      </Card>
    )
  const isLong = rows.length > manyServers
  const found = isLong ? searchRows(rows, search) : rows
  const { panelUrl, console: isPowered } = data
  return (
    <div className="flex flex-col gap-4">
      {isLong && (
        <Toolbar
          label={t('list.toolbar')}
          end={
            <Select
              label={t('list.layout')}
              hideLabel
              value={layout}
              options={layouts.map((value) => ({ value, label: t(`list.layouts.${value}`) }))}
              onChange={(event) => setLayout(event.target.value)}
            />
          }
        >
          <SearchField
            value={search}
            onSearch={setSearch}
            label={t('list.search')}
            placeholder={t('list.search')}
          />
        </Toolbar>
      )}
      {found.length === 0 ? (
        <Empty title={t('list.noMatch')} />
      ) : (
        <Suspense fallback={<Skeleton shape="block" className="h-48" />}>
          {isLong && layout === 'table' ? (
            <ServerTable rows={found} games={games} panelUrl={panelUrl} />
          ) : (
            <ServerCards rows={found} games={games} panelUrl={panelUrl} isPowered={isPowered} />
          )}
        </Suspense>
      )}
    </div>
  )
}

/** The session counts servers too, and is asked once a minute: here it is known when that is out of date. */
const useCountTold = (count: number | undefined) => {
  const host = useHost()
  const told = useSession(({ stats }) => stats['servers'])
  useEffect(() => {
    if (count !== undefined && typeof told === 'number' && told !== count) void host.refreshSession('refresh')
  }, [count, told, host])
}

/** One's servers on the dashboard; looks again every few seconds while something is being built. */
const ServersWidget = () => {
  const t = useT()
  const heading = useId()
  const [everyMs, setEveryMs] = useState(restingMs)
  const query = useEndpoint(listServers, {}, { refetchEvery: everyMs })
  const { data } = query
  useCountTold(data?.slots.used)
  const wantedMs = data && isMoving(rowsOf(data)) ? movingMs : restingMs
  if (wantedMs !== everyMs) setEveryMs(wantedMs)
  const draw = (loaded?: ReplyOf<typeof listServers>) => (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={heading} className="text-lg">
          {loaded
            ? t('list.heading', { used: loaded.slots.used, limit: loaded.slots.limit })
            : t('list.title')}
        </h2>
        <NewServer slots={loaded?.slots} />
      </div>
      {loaded ? <ServerList data={loaded} /> : <LoadingCards />}
    </section>
  )
  return (
    <Loaded query={query} title={t('list.title')} loading={draw()}>
      {draw}
    </Loaded>
  )
}

export default ServersWidget
