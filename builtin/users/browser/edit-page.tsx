import { getUser } from '@spawnpoint/contracts/users'
import { useHashTab, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import { StaleEditDialog } from '@spawnpoint/sdk/form'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Avatar, Badge, Code, CopyButton, LinkButton, Page, Tabs, RoleBadge } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { ActivityTab } from './activity-tab.tsx'
import { BasicTab } from './basic-tab.tsx'
import { RoleTab } from './role-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { useContributedTabs } from './use-contributed-tabs.tsx'
import { UserGone } from './user-gone.tsx'
import { useUserForm, type UserDetails } from './use-user-form.ts'

/** The end of an id is what tells two apart: its beginning is the time. The button takes all of it. */
const ShortId = ({ id }: { id: string }) => {
  const t = useT()
  return (
    <span className="flex items-center gap-1" title={id}>
      <span className="sp-hidden">{t('facts.id')}</span>
      <Code>{id.slice(-8)}</Code>
      <CopyButton value={id} />
    </span>
  )
}

const Head = ({ user }: { user: UserDetails }) => {
  const t = useT()
  return (
    <span className="sp-actions">
      <Avatar name={user.username} src={user.avatar} />
      <RoleBadge name={user.role.name} color={user.role.color} />
      {user.banned && <Badge tone="danger">{t('list.banned')}</Badge>}
      <ShortId id={user.id} />
    </span>
  )
}

const DeleteLink = ({ user }: { user: UserDetails }) => {
  const t = useT()
  const host = useHost()
  if (user.self || !user.editable || !host.can('admin.users.delete')) return null
  return (
    <LinkButton
      to={host.pathTo('users-delete', { id: user.id })}
      variant="danger-quiet"
      icon={<Trash2 aria-hidden />}
    >
      {t('list.delete')}
    </LinkButton>
  )
}

const UserEditor = ({ user }: { user: UserDetails }) => {
  const t = useT()
  const host = useHost()
  const edit = useUserForm(user)
  const tab = useHashTab()
  const { base, form } = edit
  const contributed = useContributedTabs(base.id)
  const hasErrors = Object.keys(form.methods.formState.errors).length > 0
  return (
    <Page
      title={base.username}
      description={<Head user={base} />}
      breadcrumbs={[
        { label: t('pages.list.title'), to: host.pathTo('users-list') },
        { label: base.username },
      ]}
      actions={<DeleteLink user={base} />}
    >
      {!base.editable && <Alert tone="warning">{t('form.above')}</Alert>}
      {hasErrors && <Alert tone="danger">{t('form.checkFields')}</Alert>}
      <Tabs
        {...tab}
        label={t('tabs.label')}
        tabs={[
          { id: 'basic', label: t('tabs.basic'), content: <BasicTab edit={edit} /> },
          { id: 'role', label: t('tabs.role'), content: <RoleTab edit={edit} /> },
          { id: 'activity', label: t('tabs.activity'), content: <ActivityTab id={base.id} /> },
          {
            id: 'sessions',
            label: t('tabs.sessions'),
            content: <SessionsTab id={base.id} editable={base.editable} />,
          },
          ...contributed,
        ]}
      />
      <StaleEditDialog {...edit.staleDialog} />
    </Page>
  )
}

const EditPage = () => {
  const { id = '' } = useParams()
  const query = useEndpoint(getUser, { params: { id } })
  return (
    <Loaded query={query} gone={<UserGone />}>
      {({ item }) => <UserEditor key={id} user={item} />}
    </Loaded>
  )
}

export default EditPage
