import { userPath } from '@spawnpoint/contracts/users/schemas'
import { listRelatedAccounts } from '@spawnpoint/contracts/anti-abuse'
import { useFormat, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Badge, Card, Empty, Skeleton, TextLink } from '@spawnpoint/sdk/ui'
import { Users } from '@spawnpoint/sdk/ui/icons'

type Related = ReplyOf<typeof listRelatedAccounts>['items'][number]

const Line = ({ related }: { related: Related }) => {
  const t = useT()
  const { date } = useFormat()
  const { user, registered, signals, likely } = related
  const path = userPath(useOpenPath(), user.id)
  const name = user.username ?? t('staff.deleted')
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-b border-border py-3 last:border-0">
      <span>
        {path && user.username !== null ? <TextLink to={path}>{name}</TextLink> : name}
        <span className="ms-2 text-sm text-muted">{date(registered)}</span>
      </span>
      <span className="sp-actions">
        {likely && <Badge tone="warning">{t('staff.related.likely')}</Badge>}
        {signals.map((signal) => (
          <Badge key={signal}>{t(`staff.signals.${signal}`)}</Badge>
        ))}
      </span>
    </li>
  )
}

/** Accounts that may be of the same person, on the page of a user. */
export default function RelatedTab({ user }: { user: string }) {
  const t = useT()
  const query = useEndpoint(listRelatedAccounts, { params: { id: user } })
  return (
    <Card title={t('staff.related.title')} description={t('staff.related.text')}>
      <Loaded query={query} loading={<Skeleton shape="block" className="h-40" />}>
        {({ compared, items }) => (
          <>
            {!compared && <Alert tone="info">{t('staff.related.off')}</Alert>}
            {items.length > 0 && (
              <ul>
                {items.map((related) => (
                  <Line key={related.user.id} related={related} />
                ))}
              </ul>
            )}
            {items.length === 0 && compared && (
              <Empty icon={<Users />} title={t('staff.related.empty')} text={t('staff.related.emptyText')} />
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}
