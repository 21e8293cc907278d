import { useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'
import { Puzzle } from '@spawnpoint/sdk/ui/icons'
import { useCatalog } from './use-catalog.ts'

/** Leads from the list of plugins to the catalog and says how many updates wait there. */
export default function CatalogLink() {
  const t = useT()
  const to = useOpenPath()('plugin-catalog')
  const { data } = useCatalog()
  if (!to) return null
  const updates = data?.plugins.filter(({ state }) => state === 'update').length ?? 0
  return (
    <LinkButton to={to} icon={<Puzzle aria-hidden />}>
      {updates > 0 ? t('openWith', { count: updates }) : t('open')}
    </LinkButton>
  )
}
