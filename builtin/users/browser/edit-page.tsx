import { getUser, USER_ACTIONS_SLOT } from '@spawnpoint/contracts/users'
import { Slot, useHashTab, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import { StaleEditDialog } from '@spawnpoint/sdk/form'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Page, Tabs } from '@spawnpoint/sdk/ui'
import { ActivityTab } from './activity-tab.tsx'
import { BasicTab } from './basic-tab.tsx'
import { RoleTab } from './role-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { useContributedTabs } from './use-contributed-tabs.tsx'
import { UserGone } from './user-gone.tsx'
import { DeleteLink, UserHead } from './user-head.tsx'
import { useUserForm, type UserDetails } from './use-user-form.ts'

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
      subject={base.username}
      description={<UserHead user={base} />}
      breadcrumbs={[
        { label: t('pages.list.title'), to: host.pathTo('users-list') },
        { label: base.username },
      ]}
      actions={
        <>
          <Slot name={USER_ACTIONS_SLOT} user={base} />
          <DeleteLink user={base} />
        </>
      }
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
