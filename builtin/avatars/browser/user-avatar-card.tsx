import { readUserBackground, removeUserAvatar, removeUserBackground } from '@spawnpoint/contracts/avatars'
import { getUser, listUsers } from '@spawnpoint/contracts/users'
import { useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Avatar, Card } from '@spawnpoint/sdk/ui'
import { RemoveButton } from './remove-button.tsx'

/** The background of a user, who alone sees it besides staff. */
const Background = ({ user }: { user: ReplyOf<typeof getUser>['item'] }) => {
  const t = useT()
  const { data } = useEndpoint(readUserBackground, { params: { user: user.id } })
  const remove = useAction(removeUserBackground, { refreshes: [readUserBackground] })
  if (!data?.url) return null
  return (
    <Card title={t('background.title')}>
      <div className="flex flex-wrap items-center gap-4">
        <img
          src={data.url}
          alt={t('background.title')}
          className="aspect-video w-48 max-w-full rounded-lg object-cover"
        />
        <RemoveButton
          title={t('staff.askBackground', { name: user.username })}
          text={t('staff.consequence')}
          done={t('background.removed')}
          disabled={!user.editable}
          remove={() => remove.mutateAsync({ params: { user: user.id } })}
        />
      </div>
    </Card>
  )
}

const Picture = ({ user }: { user: ReplyOf<typeof getUser>['item'] }) => {
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
          done={t('removed')}
          disabled={!user.editable}
          remove={() => remove.mutateAsync({ params: { user: user.id } })}
        />
      </div>
    </Card>
  )
}

/** The pictures that a user uploaded, for staff; nothing where there are none. */
export default function UserAvatarCard({ user }: { user: ReplyOf<typeof getUser>['item'] }) {
  return (
    <>
      <Picture user={user} />
      <Background user={user} />
    </>
  )
}
