import { listServers, readRenewal, renewServer, setAutoRenewal } from '@spawnpoint/contracts/servers'
import { Slot, useExplain, useFormat, useHost, useParams, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, Empty, KeyValue, LinkButton, Skeleton, Switch } from '@spawnpoint/sdk/ui'
import { RefreshCw } from '@spawnpoint/sdk/ui/icons'
import { OwnServerFrame } from './server-frame.tsx'
import { ServerGone } from './server-gone.tsx'
import { useShownServer } from './use-shown-server.ts'

type Item = ReplyOf<typeof readRenewal>

const Waiting = () => <Skeleton shape="block" className="h-96 max-w-180" />

const refreshes = [readRenewal, listServers]

/** Warns of the next step once the server has expired. */
const Warning = ({ item: { state, next } }: { item: Item }) => {
  const t = useT()
  const { date } = useFormat()
  if (state === 'running') return null
  return (
    <Alert tone={state === 'grace' ? 'warning' : 'danger'}>
      {t(`renew.states.${state}`, { date: date(next.at) })}
    </Alert>
  )
}

const Facts = ({ item }: { item: Item }) => {
  const t = useT()
  const { number, dateTime } = useFormat()
  const { cost, days, balance, expiresAt, newExpiresAt } = item
  const coins = (value: number) => t('renew.coins', { value: number(value) })
  return (
    <KeyValue
      items={[
        { label: t('renew.cost'), value: cost === 0 ? t('renew.free') : coins(cost) },
        { label: t('renew.duration'), value: t('renew.period', { count: days, value: number(days) }) },
        { label: t('renew.expiry'), value: <time dateTime={expiresAt}>{dateTime(expiresAt)}</time> },
        {
          label: t('renew.newExpiry'),
          value: <time dateTime={newExpiresAt}>{dateTime(newExpiresAt)}</time>,
        },
        ...(balance === null || cost === 0
          ? []
          : [
              { label: t('renew.balance'), value: coins(balance) },
              ...(balance >= cost ? [{ label: t('renew.after'), value: coins(balance - cost) }] : []),
            ]),
      ]}
    />
  )
}

const AutoRenew = ({ item }: { item: Item }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const change = useAction(setAutoRenewal, { refreshes })
  const choose = (autoRenew: boolean) =>
    change.mutate(
      { params: { id: item.id }, body: { autoRenew } },
      {
        onSuccess: () =>
          host.notify.toast({ title: t(autoRenew ? 'renew.autoOn' : 'renew.autoOff'), tone: 'success' }),
        onError: (error) => host.notify.toast({ title: explain(error), tone: 'danger' }),
      },
    )
  return (
    <Switch
      label={t('renew.auto')}
      hint={t('renew.autoHint')}
      checked={change.isPending ? change.variables.body?.autoRenew : item.autoRenew}
      disabled={change.isPending}
      onChange={(event) => choose(event.target.checked)}
    />
  )
}

const useRenewal = (item: Item, refetch: () => unknown) => {
  const t = useT()
  const host = useHost()
  const { date } = useFormat()
  const withKey = useRequestKey()
  const renew = useAction(renewServer, { refreshes })
  const press = () =>
    withKey((requestKey) =>
      renew.mutateAsync({
        params: { id: item.id },
        body: { requestKey, expiresAt: item.expiresAt, cost: item.cost },
      }),
    ).then(
      ({ expiresAt }) => {
        host.notify.toast({ title: t('renew.done', { date: date(expiresAt) }), tone: 'success' })
        void host.refreshSession('refresh')
      },
      // The mutation holds the error, and the page shows it beside what is true now.
      () => void refetch(),
    )
  return { press, isPending: renew.isPending, error: renew.error }
}

const RenewForm = ({ item, refetch }: { item: Item; refetch: () => unknown }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { number } = useFormat()
  const { press, isPending, error } = useRenewal(item, refetch)
  const { cost, balance } = item
  const missing = Math.max(0, cost - (balance ?? 0))
  return (
    <div className="grid gap-5">
      <Warning item={item} />
      <Card title={t('pages.renew.title')}>
        <div className="sp-form">
          {error && <Alert tone="danger">{explain(error)}</Alert>}
          <Facts item={item} />
          {missing > 0 && (
            <Alert
              tone="warning"
              action={
                <span className="sp-actions">
                  <Slot name="coins.sources" isShort />
                </span>
              }
            >
              {t('renew.short', { value: number(missing) })}
            </Alert>
          )}
          <div className="sp-form-actions">
            <LinkButton to={host.pathTo('server', { id: item.id })}>{t('cancel')}</LinkButton>
            <Button
              variant="primary"
              icon={<RefreshCw aria-hidden />}
              disabled={missing > 0}
              loading={isPending}
              onClick={() => void press()}
            >
              {cost === 0 ? t('renew.confirmFree') : t('renew.confirm', { value: number(cost) })}
            </Button>
          </div>
        </div>
      </Card>
      <Card>
        <AutoRenew item={item} />
      </Card>
    </div>
  )
}

const Renewal = () => {
  const t = useT()
  const { id = '' } = useParams()
  const query = useEndpoint(readRenewal, { params: { id } })
  const { shown } = useShownServer()
  const isEndless =
    query.error instanceof Error && Reflect.get(query.error, 'code') === 'SERVERS_NOT_EXPIRING'
  const why = shown?.row.live?.suspendedForExpiry ? 'paused' : 'none'
  return (
    <div className="max-w-180">
      {isEndless ? (
        <Empty title={t(`renew.${why}.title`)} text={t(`renew.${why}.text`)} />
      ) : (
        <Loaded query={query} loading={<Waiting />} gone={<ServerGone />}>
          {(item) => <RenewForm item={item} refetch={query.refetch} />}
        </Loaded>
      )}
    </div>
  )
}

const RenewPage = () => (
  <OwnServerFrame tab="renew">
    <Renewal />
  </OwnServerFrame>
)

export default RenewPage
