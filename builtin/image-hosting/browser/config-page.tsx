import { useHost, useT } from '@spawnpoint/sdk/browser'
import { EmbedCard } from './embed-card.tsx'
import { HostingPage } from './hosting-page.tsx'
import { KeysCard } from './keys-card.tsx'
import { RecipesCard } from './recipes-card.tsx'

export default function ConfigPage() {
  const t = useT()
  const host = useHost()
  return (
    <HostingPage
      title={t('config.title')}
      description={t('config.description')}
      crumbs={[{ label: t('page.title'), to: host.pathTo('images') }, { label: t('config.title') }]}
    >
      <KeysCard />
      <RecipesCard />
      <EmbedCard />
    </HostingPage>
  )
}
