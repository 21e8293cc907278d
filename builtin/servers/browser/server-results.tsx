import { listServers } from '@spawnpoint/contracts/servers'
import { useHost, useT, type PaletteResultsProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

const MOST = 6

/** The visitor's own servers in the command palette. */
export default function ServerResults({ search, Results }: PaletteResultsProps) {
  const t = useT()
  const host = useHost()
  const { data } = useEndpoint(listServers)
  const wanted = search.toLowerCase()
  const items = (data?.servers ?? [])
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, MOST)
    .map(({ id, name, address }) => ({
      id,
      label: name,
      ...(address !== null && { hint: address }),
      to: host.pathTo('server-update', { id }),
    }))
  return <Results heading={t('list.title')} icon="Server" items={items} />
}
