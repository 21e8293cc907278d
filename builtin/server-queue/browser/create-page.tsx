import { buildOptions } from '@spawnpoint/contracts/server-queue'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, Page, PageSkeleton } from '@spawnpoint/sdk/ui'
import { CreateForm } from './create-form.tsx'
import { LoadFailure } from './load-failure.tsx'

const CreatePage = () => {
  const t = useT()
  const host = useHost()
  const { data, error, refetch } = useEndpoint(buildOptions)
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const title = t('pages.create.title')
  const isEmpty = data.locations.length === 0 || data.categories.every(({ eggs }) => eggs.length === 0)
  return (
    <Page
      title={title}
      description={t('pages.create.description')}
      breadcrumbs={[{ label: t('pages.list.title'), to: host.pathTo('server-queue-list') }, { label: title }]}
    >
      <Card>
        {isEmpty ? (
          <Empty title={t('create.nothing.title')} text={t('create.nothing.text')} />
        ) : (
          <CreateForm options={data} />
        )}
      </Card>
    </Page>
  )
}

export default CreatePage
