import { readUserLimits } from '@spawnpoint/contracts/servers'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Skeleton } from '@spawnpoint/sdk/ui'
import { LimitsForm } from './limits-form.tsx'

/** A customer's limits over all servers, for staff to edit. */
export default function UserLimitsTab({ user }: { user: string }) {
  const query = useEndpoint(readUserLimits, { params: { user } })
  return (
    <Loaded query={query} loading={<Skeleton shape="block" className="h-96" />}>
      {(limits) => <LimitsForm key={user} user={user} limits={limits} refresh={() => void query.refetch()} />}
    </Loaded>
  )
}
