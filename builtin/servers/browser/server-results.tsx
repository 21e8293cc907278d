import { listAllServers, listServers } from '@spawnpoint/contracts/servers'
import { useCan, useHost, useT, type PaletteResultsProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

const MOST = 6

/** The visitor's own servers in the command palette, and for staff everyone's. */
export default function ServerResults({ search, Results }: PaletteResultsProps) {
  const t = useT()
  const host = useHost()
  const isStaff = useCan('admin.servers.list')
  const own = useEndpoint(listServers)
  const all = useEndpoint(listAllServers, { query: { search, limit: MOST } }, { enabled: isStaff })
  const wanted = search.toLowerCase()
  const mine = (own.data?.servers ?? [])
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, MOST)
  const others = (all.data?.items ?? [])
    .filter(({ id }) => mine.every((each) => each.id !== id))
    .slice(0, MOST)
  const to = (id: string) => host.pathTo('server', { id })
  return (
    <>
      <Results
        heading={t('list.title')}
        icon="Server"
        items={mine.map(({ id, name, address }) => ({
          id,
          label: name,
          ...(address !== null && { hint: address }),
          to: to(id),
        }))}
      />
      {others.length > 0 && (
        <Results
          heading={t('staff.servers.title')}
          icon="Server"
          items={others.map(({ id, name, owner }) => ({
            id,
            label: name,
            ...(owner.username !== null && { hint: owner.username }),
            to: to(id),
          }))}
        />
      )}
    </>
  )
}
