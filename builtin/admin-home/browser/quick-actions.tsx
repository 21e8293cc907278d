import { useOpenRoutes, useT } from '@spawnpoint/sdk/browser'
import { Card, Link } from '@spawnpoint/sdk/ui'
import { ChevronRight } from '@spawnpoint/sdk/ui/icons'

/** The most common admin actions; each is shown when its page exists and the visitor may open it. */
const wanted = [
  'users-list',
  'server-queue-create',
  'redeem-codes-create',
  'locations-create',
  'eggs-create',
  'roles-list',
  'settings',
  'admin-plugins',
]

const QuickActions = () => {
  const t = useT()
  const routes = useOpenRoutes()
  const allowed = wanted.flatMap(
    (id) => routes.find((route) => route.id === id && route.area === 'admin') ?? [],
  )
  if (allowed.length === 0) return null
  return (
    <Card title={t('actions.title')} flush>
      <ul className="py-1">
        {allowed.map(({ id, path, title }) => (
          <li key={id}>
            <Link
              to={path}
              className="flex items-center justify-between gap-2 px-4 py-2 text-sm hover:bg-hover"
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

export default QuickActions
