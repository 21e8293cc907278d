import { readReferralOverview } from '@spawnpoint/contracts/referrals'
import { Slot, useExplain, useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, ErrorCard, Page, Skeleton, Stat } from '@spawnpoint/sdk/ui'
import { Clock, Coins, Users } from '@spawnpoint/sdk/ui/icons'
import { InviteCard } from './invite-card.tsx'
import { ReferralList } from './referral-list.tsx'

type Terms = Pick<
  ReplyOf<typeof readReferralOverview>,
  'reward' | 'rewardOfInvited' | 'waitDays' | 'activeDays'
>

const unknown: Terms = { reward: 10, rewardOfInvited: 10, waitDays: 1, activeDays: 1 }

/** Invisible and as large as it will be while the terms are on their way. */
const HowItWorks = ({ terms }: { terms: Terms | undefined }) => {
  const t = useT()
  const { number } = useFormat()
  const { reward, rewardOfInvited, waitDays, activeDays } = terms ?? unknown
  return (
    <Card title={t('how.title')}>
      <ul
        className={terms ? 'flex list-disc flex-col gap-1 pl-5' : 'invisible flex flex-col gap-1 pl-5'}
        aria-hidden={!terms}
      >
        <li>{t('how.reward', { own: number(reward), friend: number(rewardOfInvited) })}</li>
        <li>{t('how.verified')}</li>
        <li>{t('how.active', { wait: waitDays, active: activeDays })}</li>
        <li>{t('how.own')}</li>
      </ul>
    </Card>
  )
}

export default function ReferralsPage() {
  const t = useT()
  const explain = useExplain()
  const { number } = useFormat()
  const { data, error, refetch } = useEndpoint(readReferralOverview)
  const figure = (value: number | undefined) => (value === undefined ? <Skeleton /> : number(value))
  if (error)
    return (
      <Page title={t('page.title')} description={t('page.description')}>
        <ErrorCard message={explain(error)} onRetry={() => void refetch()} />
      </Page>
    )
  return (
    <Page title={t('page.title')} description={t('page.description')}>
      <InviteCard invite={data?.invite} />
      <div className="sp-stats">
        <Stat label={t('page.joined')} icon={<Users aria-hidden />} value={figure(data?.joined)} />
        <Stat label={t('page.open')} icon={<Clock aria-hidden />} value={figure(data?.open)} />
        <Stat label={t('page.earned')} icon={<Coins aria-hidden />} value={figure(data?.earned)} />
      </div>
      <HowItWorks terms={data} />
      {/* Last, since nobody knows beforehand how long it is. */}
      <ReferralList />
      <Slot name="earn.after" source="referrals" />
    </Page>
  )
}
