import { useOpenPath, useT, type PaletteResultsProps } from '@spawnpoint/sdk/browser'
import { resourceEndpoints } from '@spawnpoint/sdk/common'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { redeemCodes } from '../resource.ts'

const MOST = 6
const { list } = resourceEndpoints(redeemCodes)

/** Redeem codes in the command palette. */
export default function CodeResults({ search, Results }: PaletteResultsProps) {
  const t = useT()
  const openPath = useOpenPath()
  const { data } = useEndpoint(list, { query: { search, limit: MOST } })
  const items = (data?.items ?? []).flatMap(({ id, code }) => {
    const to = openPath('redeem-codes-edit', { id }) ?? openPath('redeem-codes-list')
    return to ? [{ id, label: code, to }] : []
  })
  return <Results heading={t('title')} icon="Gift" items={items} />
}
