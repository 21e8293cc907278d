import { getServer, serverLimits, type ServerItem } from '@spawnpoint/contracts/servers'
import { useParams, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { ServerGone } from './server-gone.tsx'
import { ServerTabs } from './server-tabs.tsx'
import { UpdateForm } from './update-form.tsx'

const refetchEveryMs = 3_000

const Server = ({ item, limits }: { item: ServerItem; limits: ReplyOf<typeof serverLimits> }) => {
  const t = useT()
  return (
    <>
      {item.status === 'deleting' && <Alert tone="warning">{t('errors.SERVERS_DELETING')}</Alert>}
      {item.wanted && <Alert tone="info">{t(item.problem ? `problems.${item.problem}` : 'changing')}</Alert>}
      {!item.wanted && item.problem && <Alert tone="warning">{t(`problems.${item.problem}`)}</Alert>}
      <UpdateForm key={item.id} item={item} limits={limits} />
    </>
  )
}

const UpdatePage = () => {
  const t = useT()
  const { id = '' } = useParams()
  const limits = useEndpoint(serverLimits)
  const server = useEndpoint(getServer, { params: { id } }, { refetchEvery: refetchEveryMs })
  const query = {
    data: server.data && limits.data && { item: server.data.item, limits: limits.data },
    error: server.error ?? limits.error,
    refetch: () => Promise.all([server.refetch(), limits.refetch()]),
  }
  return (
    <Page
      title={t('pages.update.title')}
      subject={server.data?.item.name}
      description={server.data?.item.name}
      width="narrow"
    >
      <ServerTabs current="settings" />
      <Loaded query={query} loading={<Skeleton shape="block" className="h-80" />} gone={<ServerGone />}>
        {(loaded) => <Server {...loaded} />}
      </Loaded>
    </Page>
  )
}

export default UpdatePage
