import { listServers, resourceKeys, serverLimits } from '@spawnpoint/contracts/servers'
import { useFormat, useHashTab, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Card,
  Code,
  Empty,
  KeyValue,
  LinkButton,
  Meter,
  Page,
  Skeleton,
  Tabs,
} from '@spawnpoint/sdk/ui'
import { GameArt } from '@spawnpoint/sdk/ui/art'
import { Pencil, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { useAmountFormat } from './amounts.ts'
import { BuildTimeline } from './build-timeline.tsx'
import { CopyAddress } from './copy-address.tsx'
import { artOf } from './game-art-of.ts'
import { Address, addressOf, PanelLink, Place, RenewLink } from './server-facts.tsx'
import { ServerGone } from './server-gone.tsx'
import { ServerHistory } from './server-history.tsx'
import { isMoving, itemOf, rowsOf, type ServerRow } from './server-rows.ts'
import { ServerNote, ServerStatus } from './server-state.tsx'

const movingMs = 2_000
const restingMs = 30_000
// The amounts carry their unit, so these names do not.
const measured = new Set<string>(['memory', 'cpu', 'disk'])

const Hero = ({ row }: { row: ServerRow }) => {
  const t = useT()
  const { description } = itemOf(row)
  const address = addressOf(row)
  return (
    <section className="sp-card sp-hero" aria-label={t('view.overview')}>
      <GameArt {...artOf(row)} />
      <div className="flex max-w-xl min-w-0 flex-col gap-3 p-5">
        <div className="flex flex-wrap items-center gap-2" aria-live="polite">
          <ServerStatus row={row} />
          {row.live && <ServerNote row={row} />}
        </div>
        {description && <p className="text-muted">{description}</p>}
        <div>
          <h2 className="mb-1 text-sm font-medium text-muted">{t('view.address')}</h2>
          {address === null ? <p>{t('view.noAddress')}</p> : <Address address={address} />}
        </div>
      </div>
    </section>
  )
}

/** For those who watched the build: the server is there, and this is how to join it. */
const Ready = ({ row }: { row: ServerRow }) => {
  const t = useT()
  const isBuilding = row.queued !== null || row.live.panelState === 'installing'
  const [sawBuild, setSawBuild] = useState(isBuilding)
  if (isBuilding && !sawBuild) setSawBuild(true)
  const address = addressOf(row)
  return (
    <output className="contents">
      {sawBuild && !isBuilding && address !== null && (
        <Alert tone="success" action={<CopyAddress address={address} />}>
          {t('ready')}
        </Alert>
      )}
    </output>
  )
}

const Resources = ({ row }: { row: ServerRow }) => {
  const t = useT()
  const format = useAmountFormat()
  const { data } = useEndpoint(serverLimits)
  const item = itemOf(row)
  return (
    <Card title={t('view.resources')} description={t('view.resourcesHint')}>
      {data ? (
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {resourceKeys.map((key) => (
            <Meter
              key={key}
              label={t(measured.has(key) ? `limits.${key}` : `fields.${key}`)}
              value={item[key]}
              max={data.total[key]}
              tone="accent"
              format={(value) => format(key, value)}
            />
          ))}
        </div>
      ) : (
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {resourceKeys.map((key) => (
            <Skeleton key={key} className="h-9" />
          ))}
        </div>
      )}
    </Card>
  )
}

const Details = ({ row }: { row: ServerRow }) => {
  const t = useT()
  const { date, dateTime } = useFormat()
  const item = itemOf(row)
  const expiresAt = row.live?.expiresAt
  return (
    <Card title={t('view.details')}>
      <KeyValue
        items={[
          { label: t('columns.egg'), value: item.egg.name ?? '–' },
          { label: t('columns.category'), value: item.category.name ?? '–' },
          { label: t('columns.location'), value: <Place row={row} /> },
          { label: t('view.created'), value: dateTime(item.createdAt) },
          ...(expiresAt ? [{ label: t('view.expires'), value: date(expiresAt) }] : []),
          ...(row.live ? [{ label: t('view.identifier'), value: <Code>{row.live.identifier}</Code> }] : []),
        ]}
      />
    </Card>
  )
}

const Actions = ({ row, panelUrl }: { row: ServerRow; panelUrl: string | null }) => {
  const t = useT()
  const host = useHost()
  const { live } = row
  if (!live || live.status === 'deleting') return null
  const { id, name } = live
  return (
    <>
      <RenewLink row={row} />
      <LinkButton
        to={host.pathTo('server-update', { id })}
        aria-label={t('actions.edit', { name })}
        icon={<Pencil aria-hidden />}
      >
        {t('view.edit')}
      </LinkButton>
      <LinkButton
        variant="danger-quiet"
        to={host.pathTo('server-delete', { id })}
        aria-label={t('actions.delete', { name })}
        icon={<Trash2 aria-hidden />}
      >
        {t('view.delete')}
      </LinkButton>
      <PanelLink row={row} panelUrl={panelUrl} primary />
    </>
  )
}

const Overview = ({ row }: { row: ServerRow }) => (
  <div className="grid gap-5">
    <BuildTimeline row={row} />
    <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
      <Resources row={row} />
      <Details row={row} />
    </div>
  </div>
)

const NoHistory = () => {
  const t = useT()
  return (
    <Card>
      <Empty title={t('history.empty')} />
    </Card>
  )
}

/** A build has its steps; its history begins when it is a server. */
const History = ({ row }: { row: ServerRow }) =>
  row.live ? <ServerHistory id={row.live.id} /> : <NoHistory />

const ServerView = ({ row, panelUrl }: { row: ServerRow; panelUrl: string | null }) => {
  const t = useT()
  const host = useHost()
  const tab = useHashTab()
  const { name, egg } = itemOf(row)
  return (
    <Page
      title={name}
      subject={name}
      description={
        <span className="flex flex-wrap gap-x-3">
          {egg.name}
          <Place row={row} />
        </span>
      }
      breadcrumbs={[{ label: t('list.title'), to: host.pathToWellKnown('home') }, { label: name }]}
      actions={<Actions row={row} panelUrl={panelUrl} />}
    >
      <Ready row={row} />
      <Hero row={row} />
      <Tabs
        label={t('view.tabs')}
        {...tab}
        tabs={[
          { id: 'overview', label: t('view.overview'), content: <Overview row={row} /> },
          { id: 'history', label: t('view.history'), content: <History row={row} /> },
        ]}
      />
    </Page>
  )
}

const LoadingServer = () => (
  <div className="grid gap-5" aria-busy="true">
    <div className="sp-card sp-hero">
      <Skeleton className="h-28 rounded-none lg:hidden" />
      <div className="flex max-w-xl flex-col gap-3 p-5">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="mt-1 w-28" />
        <Skeleton shape="control" />
      </div>
    </div>
    <Skeleton shape="control" className="max-w-60" />
    <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
      <Skeleton shape="block" className="h-56" />
      <Skeleton shape="block" className="h-56" />
    </div>
  </div>
)

/** A server, or the build that becomes it: the address stays the same when it is ready. */
const ServerPage = () => {
  const t = useT()
  const { id = '' } = useParams()
  const [everyMs, setEveryMs] = useState(restingMs)
  const query = useEndpoint(listServers, {}, { refetchEvery: everyMs })
  const rowIn = (data: NonNullable<typeof query.data>) =>
    rowsOf(data).find((row) => itemOf(row).id === id || row.live?.buildId === id)
  const row = query.data && rowIn(query.data)
  const wantedMs = row && isMoving([row]) ? movingMs : restingMs
  if (wantedMs !== everyMs) setEveryMs(wantedMs)
  if (row && query.data) return <ServerView row={row} panelUrl={query.data.panelUrl} />
  return (
    <Page title={t('pages.view.title')}>
      <Loaded query={query} loading={<LoadingServer />}>
        {() => <ServerGone />}
      </Loaded>
    </Page>
  )
}

export default ServerPage
