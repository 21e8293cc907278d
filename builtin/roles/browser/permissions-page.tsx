import { listRolePermissions } from '@spawnpoint/contracts/roles'
import { useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, LinkButton, Page } from '@spawnpoint/sdk/ui'
import type { RolePermissions } from './permission-draft.ts'
import { PermissionEditor } from './permission-editor.tsx'

const Gone = () => {
  const t = useT()
  const host = useHost()
  return (
    <Empty
      title={t('gone.title')}
      text={t('gone.text')}
      action={<LinkButton to={host.pathTo('roles-list')}>{t('gone.back')}</LinkButton>}
    />
  )
}

const PermissionsOf = ({ id, data }: { id: string; data: RolePermissions }) => {
  const t = useT()
  const host = useHost()
  return (
    <Page
      title={t('permissions.title', { name: data.role.name })}
      subject={data.role.name}
      description={t('permissions.text')}
      breadcrumbs={[
        { label: t('title'), to: host.pathTo('roles-list') },
        { label: t('pages.permissions.title') },
      ]}
    >
      <PermissionEditor key={id} permissions={data} />
    </Page>
  )
}

const PermissionsPage = () => {
  const { id = '' } = useParams()
  const query = useEndpoint(listRolePermissions, { params: { id } })
  return (
    <Loaded query={query} gone={<Gone />}>
      {(data) => <PermissionsOf id={id} data={data} />}
    </Loaded>
  )
}

export default PermissionsPage
