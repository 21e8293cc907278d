import { SHELL, useT } from '@spawnpoint/sdk/browser'
import { Empty, LinkButton } from '@spawnpoint/sdk/ui'
import { Suspense } from 'react'
import { Arrival } from './arrival.tsx'
import { useKernel } from './kernel-context.tsx'

const Plain = () => {
  const t = useT(SHELL)
  const { landmarkPath } = useKernel()
  return (
    <div className="sp-page">
      <h1>{t('notFound.title')}</h1>
      <Empty
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={<LinkButton to={landmarkPath('home')}>{t('notFound.home')}</LinkButton>}
      />
    </div>
  )
}

/** The page of the not-found landmark; the kernel's own where nobody claims it. */
export const NotFound = () => {
  const { book, registry, componentOf } = useKernel()
  const route = book.landmark('not-found')
  const plugin = route && registry.find(route.plugin)
  if (!plugin || !route.module) return <Plain />
  const { Page } = componentOf(plugin, route.module)
  return (
    <Suspense fallback={null}>
      <Page />
      <Arrival isFirst={false} />
    </Suspense>
  )
}
