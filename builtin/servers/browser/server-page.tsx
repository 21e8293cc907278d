import { resourceKeys, serverLimits, type ServerItem } from '@spawnpoint/contracts/servers'
import { useCan, useFormat, useStore, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Card, Code, KeyValue, Meter, Skeleton } from '@spawnpoint/sdk/ui'
import { GameArt } from '@spawnpoint/sdk/ui/art'
import { useState } from 'react'
import { useAmountFormat } from './amounts.ts'
import { BuildTimeline } from './build-timeline.tsx'
import { CopyAddress } from './copy-address.tsx'
import { LinkNotice } from './console-notice.tsx'
import { artOf } from './game-art-of.ts'
import { GameStart } from './game-start.tsx'
import { GameStatus, PowerButtons } from './power-buttons.tsx'
import { Address, addressOf, PanelPages, Place, RenewSoon, useLeftMs } from './server-facts.tsx'
import { ServerFrame } from './server-frame.tsx'
import { itemOf, statusOf, type ServerRow } from './server-rows.ts'
import { ServerNote, ServerStatus } from './server-state.tsx'
import { useBytes } from './use-bytes.ts'
import { useConsole } from './use-console.ts'
import type { ShownServer } from './use-shown-server.ts'

// The amounts carry their unit, so these names do not.
const measured = new Set<string>(['memory', 'cpu', 'disk'])

const megabyte = 1_048_576

/** The game now: its state, what it uses of its limits, and its power. */
const Power = ({ row, live, isOwn }: { row: ServerRow; live: ServerItem; isOwn: boolean }) => {
  const t = useT()
  const { number } = useFormat()
  const { bytes } = useBytes()
  const { game, stats, link, isRefused, epoch } = useStore(useConsole(live.id, isOwn).store)
  const now = game === 'running' ? stats.at(-1) : undefined
  const percent = (value: number) => t('units.percent', { value: number(Math.round(value)) })
  return (
    <div className="grid gap-2">
      <LinkNotice {...{ link, isRefused, epoch }} />
      <p className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
        {game === null ? <ServerStatus row={row} /> : <GameStatus game={game} />}
        <GameStart game={game} stats={stats} />
        {now && (
          <span>
            {t('usage.cpu')} {percent(now.cpu)}
            {live.cpu > 0 && ` ${t('usage.of', { limit: percent(live.cpu) })}`}
          </span>
        )}
        {now && (
          <span>
            {t('usage.memory')} {bytes(now.memory)}
            {live.memory > 0 && ` ${t('usage.of', { limit: bytes(live.memory * megabyte) })}`}
          </span>
        )}
      </p>
      <PowerButtons id={live.id} name={live.name} isOwn={isOwn} game={game} />
    </div>
  )
}

const Hero = ({ row, owner, console: isOn }: ShownServer) => {
  const t = useT()
  const { live } = row
  const isAllowed = useCan('admin.servers.edit') || owner === null
  const isPowered = isOn && isAllowed && live !== null && statusOf(row) === 'active'
  const { description } = itemOf(row)
  const address = addressOf(row)
  return (
    <section className="sp-card sp-hero" aria-label={t('view.overview')}>
      <GameArt {...artOf(row)} />
      <div className="flex max-w-xl min-w-0 flex-col gap-3 p-5">
        <div className="flex flex-wrap items-center gap-2 empty:hidden" aria-live="polite">
          {!isPowered && <ServerStatus row={row} />}
          {row.live && <ServerNote row={row} />}
        </div>
        {description && <p className="text-muted">{description}</p>}
        <div>
          <h2 className="mb-1 text-sm font-medium text-muted">{t('view.address')}</h2>
          {address === null ? <p>{t('view.noAddress')}</p> : <Address address={address} />}
        </div>
        {isPowered && <Power row={row} live={live} isOwn={owner === null} />}
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

/** Staff see what the server was given; the limits of its owner stand on the page of the user. */
const Given = ({ row }: { row: ServerRow }) => {
  const t = useT()
  const format = useAmountFormat()
  const item = itemOf(row)
  return (
    <Card title={t('view.resources')}>
      <KeyValue
        items={resourceKeys.map((key) => ({
          label: t(measured.has(key) ? `limits.${key}` : `fields.${key}`),
          value: format(key, item[key]),
        }))}
      />
    </Card>
  )
}

/** The date on which a server ends or has ended, and the way to put it off. */
const End = ({ row, at, isOwn }: { row: ServerRow; at: string; isOwn: boolean }) => {
  const { date } = useFormat()
  return (
    <span className="flex flex-wrap items-center gap-2">
      {date(at)}
      {isOwn && <RenewSoon row={row} />}
    </span>
  )
}

const Details = ({ row, isOwn }: { row: ServerRow; isOwn: boolean }) => {
  const t = useT()
  const { dateTime } = useFormat()
  const item = itemOf(row)
  const expiresAt = row.live?.expiresAt
  const isOver = (useLeftMs(row) ?? 1) <= 0
  return (
    <Card title={t('view.details')}>
      <KeyValue
        items={[
          { label: t('columns.egg'), value: item.egg.name ?? '–' },
          { label: t('columns.category'), value: item.category.name ?? '–' },
          { label: t('columns.location'), value: <Place row={row} /> },
          { label: t('view.created'), value: dateTime(item.createdAt) },
          ...(expiresAt
            ? [
                {
                  label: t(isOver ? 'view.expired' : 'view.expires'),
                  value: <End row={row} at={expiresAt} isOwn={isOwn} />,
                },
              ]
            : []),
          ...(row.live ? [{ label: t('view.identifier'), value: <Code>{row.live.identifier}</Code> }] : []),
        ]}
      />
    </Card>
  )
}

const Overview = ({ row, owner, panelUrl }: ShownServer) => (
  <div className="grid gap-5">
    <BuildTimeline row={row} />
    <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
      {owner === null ? <Resources row={row} /> : <Given row={row} />}
      <div className="grid gap-4">
        <Details row={row} isOwn={owner === null} />
        <PanelPages row={row} panelUrl={panelUrl} />
      </div>
    </div>
  </div>
)

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
const ServerPage = () => (
  <ServerFrame tab="overview" loading={<LoadingServer />}>
    {(shown) => (
      <>
        <Ready row={shown.row} />
        <Hero {...shown} />
        <Overview {...shown} />
      </>
    )}
  </ServerFrame>
)

export default ServerPage
