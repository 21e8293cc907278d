import { listServers, readAnyServer } from '@spawnpoint/contracts/servers'
import { useCan, useParams } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { useState } from 'react'
import { isMoving, itemOf, rowsOf, type ServerRow } from './server-rows.ts'

const movingMs = 2_000
const restingMs = 30_000
const listing = 'admin.servers.list'
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A server as its pages show it. */
export interface ShownServer {
  readonly row: ServerRow
  readonly panelUrl: string | null
  readonly console: boolean
  /** Its owner where staff look at the server of somebody else. */
  readonly owner: { readonly id: string; readonly username: string | null } | null
}

/** The server or build at this address: the visitor's own, or, for staff, anyone's. */
export const useShownServer = () => {
  const { id = '' } = useParams()
  const [everyMs, setEveryMs] = useState(restingMs)
  const own = useEndpoint(listServers, {}, { refetchEvery: everyMs })
  const row = own.data && rowsOf(own.data).find((each) => itemOf(each).id === id || each.live?.buildId === id)
  const isForeign = useCan(listing) && own.data !== undefined && !row && uuid.test(id)
  const any = useEndpoint(readAnyServer, { params: { id } }, { enabled: isForeign, refetchEvery: restingMs })
  const wantedMs = row && isMoving([row]) ? movingMs : restingMs
  if (wantedMs !== everyMs) setEveryMs(wantedMs)
  const { panelUrl = null, console: isOn = false } = own.data ?? {}
  const shown: ShownServer | undefined = row && { row, panelUrl, console: isOn, owner: null }
  const foreign: ShownServer | undefined =
    isForeign && any.data ? { ...any.data, row: { live: any.data.item, queued: null } } : undefined
  const { data, error, refetch } = isForeign ? any : own
  return { shown: shown ?? foreign, query: { data: data && true, error, refetch } }
}
