import { getUser, USER_ACTIONS_SLOT } from '@spawnpoint/contracts/users'
import { Slot, useHashTab, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Badge, LinkButton, Page, Tabs } from '@spawnpoint/sdk/ui'
import { Pencil } from '@spawnpoint/sdk/ui/icons'
import { ActivityTab } from './activity-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { useContributedTabs } from './use-contributed-tabs.tsx'
import type { UserDetails } from './use-user-form.ts'
import { UserFacts } from './user-facts.tsx'
import { UserGone } from './user-gone.tsx'
import { DeleteLink, UserHead } from './user-head.tsx'

const Profile = ({ user }: { user: UserDetails }) => {
  const t = useT()
  const { firstName, lastName, email, verified, banned, bannedReason } = user
  const shownEmail = (
    <>
      {email} {!verified && <Badge tone="warning">{t('list.unverified')}</Badge>}
    </>
  )
  return (
    <UserFacts
      user={user}
      more={[
        { label: t('columns.name'), value: `${firstName} ${lastName}` },
        { label: t('columns.email'), value: shownEmail },
        ...(banned ? [{ label: t('fields.bannedReason'), value: bannedReason }] : []),
      ]}
    />
  )
}

const EditLink = ({ id }: { id: string }) => {
  const t = useT()
  const to = useOpenPath()('users-edit', { id })
  return (
    to && (
      <LinkButton to={to} icon={<Pencil aria-hidden />}>
        {t('list.edit')}
      </LinkButton>
    )
  )
}

const Person = ({ user }: { user: UserDetails }) => {
  const t = useT()
  const list = useOpenPath()('users-list') ?? ''
  const tab = useHashTab()
  const { id, username } = user
  const contributed = useContributedTabs(id)
  return (
    <Page
      title={username}
      subject={username}
      description={<UserHead user={user} />}
      breadcrumbs={[{ label: t('pages.list.title'), to: list }, { label: username }]}
      actions={
        <>
          <Slot name={USER_ACTIONS_SLOT} user={user} />
          <EditLink id={id} />
          <DeleteLink user={user} />
        </>
      }
    >
      <Tabs
        {...tab}
        label={t('tabs.label')}
        tabs={[
          { id: 'profile', label: t('tabs.basic'), content: <Profile user={user} /> },
          ...contributed,
          { id: 'activity', label: t('tabs.activity'), content: <ActivityTab id={id} /> },
          { id: 'sessions', label: t('tabs.sessions'), content: <SessionsTab id={id} editable={false} /> },
        ]}
      />
    </Page>
  )
}

/** A user as staff see them who may list users: nothing in it can be changed. */
export const UserView = ({ id }: { id: string }) => {
  const query = useEndpoint(getUser, { params: { id } })
  return (
    <Loaded query={query} gone={<UserGone />}>
      {({ item }) => <Person key={id} user={item} />}
    </Loaded>
  )
}
