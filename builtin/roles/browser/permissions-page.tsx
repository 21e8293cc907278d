import { listRolePermissions } from '@spawnpoint/contracts/roles'
import { CallError, useExplain, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, ErrorCard, Forbidden, LinkButton, Page, PageSkeleton } from '@spawnpoint/sdk/ui'
import { PermissionEditor } from './permission-editor.tsx'

const Failure = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const known = error instanceof CallError ? error : null
  if (known?.status === 403) return <Forbidden />
  if (known?.code === 'NOT_FOUND' || known?.code === 'VALIDATION')
    return (
      <Empty
        title={t('gone.title')}
        text={t('gone.text')}
        action={<LinkButton to={host.pathTo('roles-list')}>{t('gone.back')}</LinkButton>}
      />
    )
  return <ErrorCard message={explain(error)} requestId={known?.requestId ?? undefined} onRetry={retry} />
}

const PermissionsPage = () => {
  const t = useT()
  const host = useHost()
  const { id = '' } = useParams()
  const { data, error, refetch } = useEndpoint(listRolePermissions, { params: { id } })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const title = t('permissions.title', { name: data.role.name })
  return (
    <Page
      title={title}
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

export default PermissionsPage
