import { listUserServers, type UserServer } from '@spawnpoint/contracts/servers'
import { useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, SearchField, Skeleton, Table, Toolbar } from '@spawnpoint/sdk/ui'
import { Server } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { SuspendDialog } from './suspend-dialog.tsx'
import { useUserServerColumns } from './use-user-server-columns.tsx'

const movingMs = 3_000
const restingMs = 60_000

/** Something is on its way to the panel and will look different in a moment. */
const isMoving = ({ status, wanted, telling, panelState }: UserServer) =>
  status === 'deleting' || wanted !== null || telling || panelState === 'installing'

const search = (servers: readonly UserServer[], text: string): readonly UserServer[] => {
  const wanted = text.trim().toLowerCase()
  return servers.filter(({ id, name, identifier, location, egg }) =>
    [id, name, identifier, location.name, egg.name].some((word) => word?.toLowerCase().includes(wanted)),
  )
}

/** The servers of a customer, for staff. */
export default function UserServersTab({ user }: { user: string }) {
  const t = useT()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<UserServer | null>(null)
  const [everyMs, setEveryMs] = useState(restingMs)
  const query = useEndpoint(listUserServers, { params: { user } }, { refetchEvery: everyMs })
  const { data } = query
  const columns = useUserServerColumns({
    panelUrl: data?.panelUrl ?? null,
    suspend: data?.editable ? setAsked : null,
  })
  const wantedMs = data?.servers.some(isMoving) ? movingMs : restingMs
  if (wantedMs !== everyMs) setEveryMs(wantedMs)
  const none = data?.servers.length === 0
  const draw = (loaded: ReplyOf<typeof listUserServers>) => (
    <div className="sp-form">
      {!none && (
        <Toolbar label={t('list.toolbar')}>
          <SearchField
            value={text}
            onSearch={setText}
            label={t('list.search')}
            placeholder={t('list.search')}
          />
        </Toolbar>
      )}
      <Table<UserServer>
        caption={t('userTabs.user-servers')}
        columns={columns}
        rows={search(loaded.servers, text)}
        rowKey={({ id }) => id}
        empty={<Empty icon={<Server />} title={t(none ? 'userServers.empty' : 'list.noMatch')} />}
      />
      {asked && <SuspendDialog user={user} server={asked} close={() => setAsked(null)} />}
    </div>
  )
  return (
    <Loaded query={query} loading={<Skeleton shape="block" className="h-48" />}>
      {draw}
    </Loaded>
  )
}
