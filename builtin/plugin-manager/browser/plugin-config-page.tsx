import { readPluginConfig } from '@spawnpoint/contracts/plugin-manager'
import { Slot, useCan, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, Page } from '@spawnpoint/sdk/ui'
import { Settings } from '@spawnpoint/sdk/ui/icons'
import { ConfigForm } from './config-form.tsx'
import { IsolationCard } from './isolation-card.tsx'
import { PluginFacts, PluginTrouble } from './plugin-details.tsx'
import { usePluginTexts } from './plugin-texts.ts'

const PluginConfig = ({ stored }: { stored: ReplyOf<typeof readPluginConfig> }) => {
  const t = useT()
  const host = useHost()
  const words = usePluginTexts()
  const { plugin, schema } = stored
  const canEdit = useCan('admin.plugins.edit')
  const isChangeable = canEdit && plugin.isolationOptions !== null
  const title = words.title(plugin)
  return (
    <Page
      title={title}
      subject={title}
      description={words.description(plugin)}
      breadcrumbs={[{ label: t('title'), to: host.pathTo('admin-plugins') }, { label: title }]}
    >
      <PluginTrouble plugin={plugin} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {schema ? (
          <ConfigForm key={plugin.id} stored={stored} schema={schema} />
        ) : (
          <Card>
            <Empty icon={<Settings />} title={t('config.none')} text={t('config.noneText')} />
          </Card>
        )}
        <div className="grid gap-4">
          <Slot name="plugins.page" plugin={plugin} />
          {isChangeable && <IsolationCard key={JSON.stringify(plugin.isolation)} plugin={plugin} />}
          <Card title={t('config.about')}>
            <PluginFacts plugin={plugin} isApart={isChangeable} />
          </Card>
        </div>
      </div>
    </Page>
  )
}

const PluginConfigPage = () => {
  const { identifier = '' } = useParams()
  const query = useEndpoint(readPluginConfig, { params: { id: identifier } })
  return <Loaded query={query}>{(stored) => <PluginConfig stored={stored} />}</Loaded>
}

export default PluginConfigPage
