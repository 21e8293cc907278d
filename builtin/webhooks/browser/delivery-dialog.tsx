import {
  listDeliveries,
  listPluginDeliveries,
  readDelivery,
  readPluginDelivery,
  replayDelivery,
  replayPluginDelivery,
} from '@spawnpoint/contracts/webhooks'
import { useCan, useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Code, Dialog, Skeleton } from '@spawnpoint/sdk/ui'
import { RefreshCw } from '@spawnpoint/sdk/ui/icons'
import { DeliveryBadge, useProblem } from './delivery-texts.tsx'

type Item = ReplyOf<typeof readDelivery>['item']

const REFRESH_MS = 3_000

const pretty = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

const Attempts = ({ item }: { item: Item }) => {
  const t = useT()
  const { dateTime, number } = useFormat()
  const problemOf = useProblem()
  if (item.log.length === 0) return <p className="text-sm text-muted">{t('deliveries.noAttempt')}</p>
  return (
    <ol className="flex flex-col gap-1 text-sm">
      {item.log.map(({ at, ms, status, problem }) => (
        <li key={at} className="flex flex-wrap justify-between gap-x-4">
          <time dateTime={at}>{dateTime(at)}</time>
          <span>{problemOf({ problem, httpStatus: status })}</span>
          <span className="text-muted tabular-nums">{t('deliveries.ms', { ms: number(ms) })}</span>
        </li>
      ))}
    </ol>
  )
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className="flex min-w-0 flex-col gap-2">
    <h3 className="text-sm font-medium">{title}</h3>
    {children}
  </section>
)

const Details = ({ item }: { item: Item }) => {
  const t = useT()
  const { dateTime } = useFormat()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <DeliveryBadge status={item.status} />
        {item.nextAt !== null && (
          <span className="text-muted">{t('deliveries.nextAt', { date: dateTime(item.nextAt) })}</span>
        )}
      </div>
      <Part title={t('deliveries.attempts')}>
        <Attempts item={item} />
      </Part>
      <Part title={t('deliveries.body')}>
        <Code block>{pretty(item.body)}</Code>
      </Part>
      {item.response !== null && item.response !== '' && (
        <Part title={t('deliveries.response')}>
          <Code block>{item.response}</Code>
        </Part>
      )}
    </div>
  )
}

/** One message: its attempts, what was sent and what came back. */
const DeliveryDialog = ({
  query,
  isActive,
  isReplaying,
  replay,
  onClose,
}: {
  query: ReturnType<typeof useEndpoint<typeof readDelivery>>
  isActive: boolean
  isReplaying: boolean
  replay: () => Promise<unknown>
  onClose: () => void
}) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const mayEdit = useCan('admin.webhooks.edit')
  const run = async () => {
    try {
      await replay()
      host.notify.toast({ title: t('deliveries.replayed'), tone: 'success' })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  const item = query.data?.item
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={item?.event ?? t('deliveries.one')}
      footer={
        <>
          <Button onClick={onClose}>{t('deliveries.close')}</Button>
          {mayEdit && (
            <Button
              variant="primary"
              icon={<RefreshCw aria-hidden />}
              loading={isReplaying}
              disabled={!isActive || item === undefined || item.status === 'pending'}
              onClick={() => void run()}
            >
              {t('deliveries.replay')}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={query} loading={<Skeleton lines={8} />}>
        {({ item: loaded }) => <Details item={loaded} />}
      </Loaded>
    </Dialog>
  )
}

interface Opened {
  readonly delivery: string
  readonly onClose: () => void
}

/** A message to a webhook of the operator. */
export const WebhookDeliveryDialog = ({
  webhook,
  delivery,
  isActive,
  onClose,
}: Opened & { webhook: string; isActive: boolean }) => {
  const params = { id: webhook, delivery }
  const query = useEndpoint(readDelivery, { params }, { refetchEvery: REFRESH_MS })
  const replay = useAction(replayDelivery, { refreshes: [listDeliveries, readDelivery] })
  return (
    <DeliveryDialog
      {...{ query, isActive, onClose }}
      isReplaying={replay.isPending}
      replay={() => replay.mutateAsync({ params })}
    />
  )
}

/** A message of a plugin. */
export const PluginDeliveryDialog = ({ plugin, delivery, onClose }: Opened & { plugin: string }) => {
  const params = { plugin, delivery }
  const query = useEndpoint(readPluginDelivery, { params }, { refetchEvery: REFRESH_MS })
  const replay = useAction(replayPluginDelivery, { refreshes: [listPluginDeliveries, readPluginDelivery] })
  return (
    <DeliveryDialog
      {...{ query, onClose }}
      isActive
      isReplaying={replay.isPending}
      replay={() => replay.mutateAsync({ params })}
    />
  )
}
