import { ACCOUNT_DATA_SLOT, ACCOUNT_PROFILE_SLOT, getAccount } from '@spawnpoint/contracts/account'
import { Slot, useFormat, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Avatar, Badge, Card, KeyValue, Skeleton, Status } from '@spawnpoint/sdk/ui'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DeleteCard } from './delete-card.tsx'
import { EmailCard } from './email-card.tsx'
import { NamesCard } from './names-card.tsx'

export type Account = ReplyOf<typeof getAccount>

const Facts = ({ account }: { account: Account }) => {
  const t = useT()
  const format = useFormat()
  return (
    <Card>
      <div className="mb-4 flex items-center gap-3">
        <Avatar id={account.id} name={account.username} src={account.avatar} size="lg" />
        <div className="min-w-0">
          <p className="truncate text-lg font-semibold">{account.username}</p>
          <p className="flex flex-wrap gap-2">
            <Badge tone="accent">{account.role}</Badge>
            <Status tone={account.verified ? 'success' : 'warning'}>
              {t(account.verified ? 'profile.verified' : 'profile.unverified')}
            </Status>
          </p>
        </div>
      </div>
      <KeyValue
        items={[
          { label: t('profile.id'), value: <code className="break-all">{account.id}</code> },
          {
            label: t('profile.firstSeen'),
            value: [format.dateTime(account.createdAt), account.firstIp].filter(Boolean).join(' · '),
          },
          {
            label: t('profile.lastSeen'),
            value: [format.dateTime(account.lastSeenAt), account.lastIp].filter(Boolean).join(' · '),
          },
        ]}
      />
    </Card>
  )
}

const LoadingProfile = () => (
  <div className="grid gap-4" aria-busy="true">
    <Card>
      <div className="mb-4 flex items-center gap-3">
        <Skeleton shape="circle" className="size-14 flex-none" />
        <Skeleton lines={2} className="w-48" />
      </div>
      <Skeleton lines={3} className="h-7" />
    </Card>
    <Skeleton shape="block" className="h-72" />
    <Skeleton shape="block" className="h-40" />
  </div>
)

export const ProfileTab = () => (
  <Loaded query={useEndpoint(getAccount)} loading={<LoadingProfile />}>
    {(account) => (
      <div className="grid gap-4">
        <Facts account={account} />
        {/* What stands below comes into sight once the cards above have their height. */}
        <div className="contents [&:has(.sp-pending)~*]:invisible">
          <Slot name={ACCOUNT_PROFILE_SLOT} />
        </div>
        <NamesCard account={account} />
        <EmailCard account={account} />
        <Slot name={ACCOUNT_DATA_SLOT} />
        <DeleteCard username={account.username} />
      </div>
    )}
  </Loaded>
)
