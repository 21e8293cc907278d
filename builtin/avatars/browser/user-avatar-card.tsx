import { removeUserAvatar } from '@spawnpoint/contracts/avatars'
import { getUser, listUsers } from '@spawnpoint/contracts/users'
import { useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Avatar, Card } from '@spawnpoint/sdk/ui'
import { RemoveButton } from './remove-button.tsx'

/** The picture that a user uploaded, for staff; nothing where there is none. */
export default function UserAvatarCard({ user }: { user: ReplyOf<typeof getUser>['item'] }) {
  const t = useT()
  const remove = useAction(removeUserAvatar, { refreshes: [getUser, listUsers] })
  if (user.avatar === null) return null
  return (
    <Card title={t('card.title')}>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar id={user.id} name={user.username} src={user.avatar} size="lg" />
        <RemoveButton
          title={t('staff.ask', { name: user.username })}
          text={t('staff.consequence')}
          disabled={!user.editable}
          remove={() => remove.mutateAsync({ params: { user: user.id } })}
        />
      </div>
    </Card>
  )
}
