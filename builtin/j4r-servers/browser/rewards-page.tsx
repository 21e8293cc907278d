import { finishCheck, readRewards, startCheck, type RewardServer } from '@spawnpoint/contracts/j4r-servers'
import {
  Slot,
  useExplain,
  useFormat,
  useHost,
  useNavigate,
  useSearchParams,
  useSetting,
  useT,
} from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Badge, Button, Card, Empty, Page, type Tone } from '@spawnpoint/sdk/ui'
import { ExternalLink, ShieldCheck, UserPlus } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useRef, useState } from 'react'

type Rewards = ReplyOf<typeof readRewards>

const tones: Readonly<Record<RewardServer['state'], Tone>> = {
  open: 'neutral',
  waiting: 'info',
  ready: 'accent',
  paid: 'success',
  held: 'warning',
  void: 'neutral',
  locked: 'neutral',
}

const ServerCard = ({ server }: { server: RewardServer }) => {
  const t = useT()
  const { number, dateTime } = useFormat()
  const { name, description, inviteUrl, coins, state, payableAt } = server
  return (
    <li className="sp-card flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{name}</h3>
        <Badge tone={tones[state]}>{t(`rewards.states.${state}`)}</Badge>
      </div>
      {description && <p className="text-sm text-muted">{description}</p>}
      <p className="mt-auto text-sm">{t('rewards.coins', { coins: number(coins) })}</p>
      {state === 'waiting' && payableAt && (
        <p className="sp-hint">{t('rewards.payableAt', { at: dateTime(payableAt) })}</p>
      )}
      {state === 'ready' && <p className="sp-hint">{t('rewards.readyHint')}</p>}
      {state === 'open' && (
        <a className="sp-button sp-button-secondary" href={inviteUrl} target="_blank" rel="noreferrer">
          <span className="sp-button-content">
            <ExternalLink aria-hidden />
            {t('rewards.join', { name })}
          </span>
        </a>
      )}
    </li>
  )
}

const CheckCard = ({ rewards, busy }: { rewards: Rewards; busy: boolean }) => {
  const t = useT()
  const explain = useExplain()
  const { number } = useFormat()
  const hours = rewards.holdHours
  const [wait, unit] = hours % 24 === 0 ? [hours / 24, 'Days'] : [hours, 'Hours']
  const start = useAction(startCheck)
  const [leaving, setLeaving] = useState(false)
  const go = async () => {
    const { url } = await start.mutateAsync({})
    setLeaving(true)
    location.assign(url)
  }
  return (
    <Card title={t('rewards.how')}>
      <ol className="flex list-decimal flex-col gap-1 ps-5">
        <li>{t('rewards.step1')}</li>
        <li>{t('rewards.step2')}</li>
        <li>{t(`rewards.step3${unit}`, { count: wait, value: number(wait) })}</li>
      </ol>
      <p className="sp-hint my-3 flex items-center gap-2">
        <ShieldCheck className="shrink-0" aria-hidden />
        {t('rewards.privacy')}
      </p>
      {start.error && <Alert tone="danger">{explain(start.error)}</Alert>}
      {!rewards.ready && <Alert tone="warning">{t('errors.J4R_NOT_SET_UP')}</Alert>}
      <Button
        variant="primary"
        disabled={!rewards.ready}
        loading={start.isPending || leaving || busy}
        onClick={() => void go().catch(() => null)}
      >
        {t('rewards.check')}
      </Button>
    </Card>
  )
}

/** Finishes a check with what Discord put into the address, once, and takes it out of the address. */
function useReturn() {
  const host = useHost()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  // As it was when the browser came back.
  const [sent] = useState(() => ({
    code: address.get('code'),
    state: address.get('state'),
    denied: address.has('error'),
  }))
  const handled = useRef(false)
  const finish = useAction(finishCheck, { refreshes: [readRewards] })
  const { mutateAsync } = finish
  useEffect(() => {
    const { code, state, denied } = sent
    if (handled.current || (!denied && !code)) return
    handled.current = true
    void navigate({ search: '' }, { replace: true })
    if (!code || !state) return
    void mutateAsync({ body: { code, state } })
      .then(() => host.refreshSession('refresh'))
      .catch(() => null)
  }, [sent, host, mutateAsync, navigate])
  return { finish, denied: sent.denied }
}

const Outcome = ({ finish, denied }: ReturnType<typeof useReturn>) => {
  const t = useT()
  const explain = useExplain()
  const { number } = useFormat()
  if (denied) return <Alert tone="warning">{t('rewards.denied')}</Alert>
  if (finish.error) return <Alert tone="danger">{explain(finish.error)}</Alert>
  if (!finish.data) return null
  const { paid, held, found } = finish.data
  if (held > 0) return <Alert tone="info">{t('rewards.held', { coins: number(held) })}</Alert>
  if (paid > 0) return <Alert tone="success">{t('rewards.paid', { coins: number(paid) })}</Alert>
  return (
    <Alert tone={found > 0 ? 'success' : 'info'}>
      {t(found > 0 ? 'rewards.found' : 'rewards.nothingNew')}
    </Alert>
  )
}

const Offer = () => {
  const t = useT()
  const query = useEndpoint(readRewards)
  const back = useReturn()
  return (
    <Loaded query={query}>
      {(rewards) => (
        <div className="grid gap-4">
          <output className="contents">
            <Outcome {...back} />
          </output>
          <CheckCard rewards={rewards} busy={back.finish.isPending} />
          {rewards.servers.length === 0 ? (
            <Empty icon={<UserPlus />} title={t('rewards.empty')} text={t('rewards.emptyText')} />
          ) : (
            <ul className="grid gap-3 sm:grid-cols-2" aria-label={t('rewards.servers')}>
              {rewards.servers.map((server) => (
                <ServerCard key={server.id} server={server} />
              ))}
            </ul>
          )}
          <Slot name="earn.after" source="j4r-servers" />
        </div>
      )}
    </Loaded>
  )
}

export default function RewardsPage() {
  const t = useT()
  const enabled = useSetting('j4r_enabled') === true
  return (
    <Page title={t('rewards.title')} description={t('rewards.description')}>
      {enabled ? (
        <Offer />
      ) : (
        <Empty icon={<UserPlus />} title={t('rewards.off')} text={t('rewards.offText')} />
      )}
    </Page>
  )
}
