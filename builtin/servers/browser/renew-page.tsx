import { listServers, readRenewal, renewServer, setAutoRenewal } from '@spawnpoint/contracts/servers'
import {
  useExplain,
  useFormat,
  useHost,
  useOpenPath,
  useParams,
  useRequestKey,
  useT,
} from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, Empty, KeyValue, LinkButton, Page, Skeleton, Switch } from '@spawnpoint/sdk/ui'
import { RefreshCw } from '@spawnpoint/sdk/ui/icons'
import { ServerGone } from './server-gone.tsx'
import { ServerTabs } from './server-tabs.tsx'

type Renewal = ReplyOf<typeof readRenewal>

const refreshes = [readRenewal, listServers]

/** Warns of the next step once the server has expired. */
const Warning = ({ item: { state, next } }: { item: Renewal }) => {
  const t = useT()
  const { date } = useFormat()
  if (state === 'running') return null
  return (
    <Alert tone={state === 'grace' ? 'warning' : 'danger'}>
      {t(`renew.states.${state}`, { date: date(next.at) })}
    </Alert>
  )
}

const Facts = ({ item }: { item: Renewal }) => {
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

const AutoRenew = ({ item }: { item: Renewal }) => {
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

const useRenewal = (item: Renewal, refetch: () => unknown) => {
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

const RenewForm = ({ item, refetch }: { item: Renewal; refetch: () => unknown }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { number } = useFormat()
  const store = useOpenPath()('store')
  const { press, isPending, error } = useRenewal(item, refetch)
  const { cost, balance } = item
  const missing = Math.max(0, cost - (balance ?? 0))
  return (
    <div className="grid gap-5">
      <Warning item={item} />
      <Card title={item.name}>
        <div className="sp-form">
          {error && <Alert tone="danger">{explain(error)}</Alert>}
          <Facts item={item} />
          {missing > 0 && (
            <Alert
              tone="warning"
              action={
                store !== null && (
                  <LinkButton size="sm" to={store}>
                    {t('renew.store')}
                  </LinkButton>
                )
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

const RenewPage = () => {
  const t = useT()
  const host = useHost()
  const { id = '' } = useParams()
  const query = useEndpoint(readRenewal, { params: { id } })
  const name = query.data?.name
  const isEndless =
    query.error instanceof Error && Reflect.get(query.error, 'code') === 'SERVERS_NOT_EXPIRING'
  return (
    <Page
      title={t('pages.renew.title')}
      subject={name}
      width="narrow"
      breadcrumbs={[
        { label: t('list.title'), to: host.pathToWellKnown('home') },
        { label: name ?? t('pages.view.title'), to: host.pathTo('server', { id }) },
        { label: t('view.renew') },
      ]}
    >
      <ServerTabs current="renew" />
      {isEndless ? (
        <Empty title={t('renew.none.title')} text={t('renew.none.text')} />
      ) : (
        <Loaded query={query} loading={<Skeleton shape="block" className="h-96" />} gone={<ServerGone />}>
          {(item) => <RenewForm item={item} refetch={query.refetch} />}
        </Loaded>
      )}
    </Page>
  )
}

export default RenewPage
