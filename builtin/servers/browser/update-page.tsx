import { getServer, serverLimits } from '@spawnpoint/contracts/servers'
import { useParams, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { LoadFailure } from './load-failure.tsx'
import { UpdateForm } from './update-form.tsx'

const refetchEveryMs = 3_000

const UpdatePage = () => {
  const t = useT()
  const { id = '' } = useParams()
  const limits = useEndpoint(serverLimits)
  const { data, error, refetch } = useEndpoint(
    getServer,
    { params: { id } },
    { refetchEvery: refetchEveryMs },
  )
  const failure = error ?? limits.error
  if (failure && !(data && limits.data))
    return <LoadFailure error={failure} retry={() => void Promise.all([refetch(), limits.refetch()])} />
  if (!data || !limits.data)
    return (
      <Page title={t('pages.update.title')} width="narrow">
        <Skeleton shape="block" className="h-80" />
      </Page>
    )
  const { item } = data
  return (
    <Page title={t('pages.update.title')} description={item.name} width="narrow">
      {item.status === 'deleting' && <Alert tone="warning">{t('errors.SERVERS_DELETING')}</Alert>}
      {item.wanted && <Alert tone="info">{t(item.problem ? `problems.${item.problem}` : 'changing')}</Alert>}
      {!item.wanted && item.problem && <Alert tone="warning">{t(`problems.${item.problem}`)}</Alert>}
      <UpdateForm key={item.id} item={item} limits={limits.data} />
    </Page>
  )
}

export default UpdatePage
