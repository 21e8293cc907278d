import { getServer, serverLimits, type ServerItem } from '@spawnpoint/contracts/servers'
import { useParams, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Skeleton } from '@spawnpoint/sdk/ui'
import { OwnServerFrame } from './server-frame.tsx'
import { ServerGone } from './server-gone.tsx'
import { UpdateForm } from './update-form.tsx'

const refetchEveryMs = 3_000

const Waiting = () => <Skeleton shape="block" className="h-80 max-w-180" />

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

const Settings = () => {
  const { id = '' } = useParams()
  const limits = useEndpoint(serverLimits)
  const server = useEndpoint(getServer, { params: { id } }, { refetchEvery: refetchEveryMs })
  const query = {
    data: server.data && limits.data && { item: server.data.item, limits: limits.data },
    error: server.error ?? limits.error,
    refetch: () => Promise.all([server.refetch(), limits.refetch()]),
  }
  return (
    <div className="grid max-w-180 gap-5">
      <Loaded query={query} loading={<Waiting />} gone={<ServerGone />}>
        {(loaded) => <Server {...loaded} />}
      </Loaded>
    </div>
  )
}

const UpdatePage = () => (
  <OwnServerFrame tab="settings">
    <Settings />
  </OwnServerFrame>
)

export default UpdatePage
