import { listBuilds, type BuildRow } from '@spawnpoint/contracts/server-queue'
import { useT } from '@spawnpoint/sdk/browser'
import { DataList } from '@spawnpoint/sdk/list'
import { Empty } from '@spawnpoint/sdk/ui'
import { ListOrdered } from '@spawnpoint/sdk/ui/icons'
import { useBuildColumns } from './use-build-columns.tsx'

const refetchEveryMs = 5_000

/** A customer's builds, newest first. */
export default function UserBuildsTab({ user }: { user: string }) {
  const t = useT()
  return (
    <DataList<BuildRow>
      endpoint={listBuilds}
      call={{ query: { owner: user } }}
      caption={t('pages.list.title')}
      columns={useBuildColumns().filter(({ id }) => id !== 'owner')}
      rowKey={({ id }) => id}
      refetchEvery={refetchEveryMs}
      empty={<Empty icon={<ListOrdered />} title={t('list.empty.title')} text={t('list.empty.text')} />}
    />
  )
}
