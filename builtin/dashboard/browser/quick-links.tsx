import { useOpenRoutes, useT } from '@spawnpoint/sdk/browser'
import { Card, Link } from '@spawnpoint/sdk/ui'
import { ChevronRight } from '@spawnpoint/sdk/ui/icons'
import { findQuickLinks } from './quick-link-routes.ts'

export const QuickLinks = () => {
  const t = useT()
  const links = findQuickLinks(useOpenRoutes())
  if (links.length === 0) return null
  return (
    <Card title={t('links.title')} flush>
      <ul className="grid py-1 sm:grid-cols-2 lg:grid-cols-4">
        {links.map(({ id, plugin, path, title }) => (
          <li key={`${plugin}/${id}`}>
            <Link
              to={path}
              className="flex items-center justify-between gap-2 px-4 py-2.5 text-sm hover:bg-hover"
            >
              {title}
              <ChevronRight className="size-4 text-subtle" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
