import { buildOptions } from '@spawnpoint/contracts/server-queue'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { CreateForm } from './create-form.tsx'

const CreateCard = ({ options }: { options: ReplyOf<typeof buildOptions> }) => {
  const t = useT()
  const { locations, categories } = options
  const isEmpty = locations.length === 0 || categories.every(({ eggs }) => eggs.length === 0)
  if (!isEmpty) return <CreateForm options={options} />
  return (
    <Card>
      <Empty title={t('create.nothing.title')} text={t('create.nothing.text')} />
    </Card>
  )
}

const CreatePage = () => {
  const t = useT()
  const host = useHost()
  const query = useEndpoint(buildOptions)
  const title = t('pages.create.title')
  return (
    <Page
      title={title}
      description={t('pages.create.description')}
      breadcrumbs={[{ label: t('pages.list.title'), to: host.pathTo('server-queue-list') }, { label: title }]}
      width="narrow"
    >
      <Loaded query={query} loading={<Skeleton shape="block" className="h-96" />}>
        {(options) => <CreateCard options={options} />}
      </Loaded>
    </Page>
  )
}

export default CreatePage
