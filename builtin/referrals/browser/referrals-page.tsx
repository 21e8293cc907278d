import { readReferralOverview } from '@spawnpoint/contracts/referrals'
import { Slot, useExplain, useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, ErrorCard, Page, Skeleton, Stat } from '@spawnpoint/sdk/ui'
import { Clock, Coins, Users } from '@spawnpoint/sdk/ui/icons'
import { InviteCard } from './invite-card.tsx'
import { ReferralList } from './referral-list.tsx'

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
      <div className="grid gap-3 sm:grid-cols-3">
        <Stat label={t('page.joined')} icon={<Users aria-hidden />} value={figure(data?.joined)} />
        <Stat label={t('page.open')} icon={<Clock aria-hidden />} value={figure(data?.open)} />
        <Stat label={t('page.earned')} icon={<Coins aria-hidden />} value={figure(data?.earned)} />
      </div>
      <ReferralList />
      {data && (
        <Card title={t('how.title')}>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            <li>{t('how.reward', { own: number(data.reward), friend: number(data.rewardOfInvited) })}</li>
            <li>{t('how.verified')}</li>
            <li>{t('how.active', { wait: data.waitDays, active: data.activeDays })}</li>
            <li>{t('how.own')}</li>
          </ul>
        </Card>
      )}
      <Slot name="earn.after" source="referrals" />
    </Page>
  )
}
