import { readPluginConfig } from '@spawnpoint/contracts/plugin-manager'
import { useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import { LoadFailure } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, Page, PageSkeleton } from '@spawnpoint/sdk/ui'
import { Settings } from '@spawnpoint/sdk/ui/icons'
import { ConfigForm } from './config-form.tsx'
import { PluginFacts, PluginTrouble } from './plugin-details.tsx'
import { usePluginTexts } from './plugin-texts.ts'

const PluginConfigPage = () => {
  const t = useT()
  const host = useHost()
  const words = usePluginTexts()
  const { identifier = '' } = useParams()
  const { data, error, refetch } = useEndpoint(readPluginConfig, { params: { id: identifier } })
  const crumbs = [
    { label: t('title'), to: host.pathTo('admin-plugins') },
    { label: data ? words.title(data.plugin) : identifier },
  ]
  if (error && !data)
    return (
      <Page title={t('config.title')} breadcrumbs={crumbs}>
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </Page>
    )
  if (!data) return <PageSkeleton />
  const { plugin, schema } = data
  return (
    <Page title={words.title(plugin)} description={words.description(plugin)} breadcrumbs={crumbs}>
      <PluginTrouble plugin={plugin} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {schema ? (
          <ConfigForm key={plugin.id} stored={data} schema={schema} />
        ) : (
          <Card>
            <Empty icon={<Settings />} title={t('config.none')} text={t('config.noneText')} />
          </Card>
        )}
        <Card title={t('config.about')}>
          <PluginFacts plugin={plugin} />
        </Card>
      </div>
    </Page>
  )
}

export default PluginConfigPage
