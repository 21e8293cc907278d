import { listBuilds } from '@spawnpoint/contracts/server-queue'
import { useOpenPath, useT, type PaletteResultsProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

const MOST = 6

/** Builds in the command palette, the finished ones too. */
export default function BuildResults({ search, Results }: PaletteResultsProps) {
  const t = useT()
  const openPath = useOpenPath()
  const { data } = useEndpoint(listBuilds, { query: { search, limit: MOST } })
  const items = (data?.items ?? []).flatMap(({ id, name, owner, status }) => {
    const to = openPath('server-queue-view', { id })
    const hint = `${owner.username ?? t('erased')} · ${t(`status.${status}`)}`
    return to ? [{ id, label: name, hint, to }] : []
  })
  return <Results heading={t('title')} icon="ListOrdered" items={items} />
}
