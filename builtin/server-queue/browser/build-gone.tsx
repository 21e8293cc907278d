import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Card, Empty, LinkButton } from '@spawnpoint/sdk/ui'

/** Shown where the entry of the queue no longer exists. */
export const BuildGone = () => {
  const t = useT()
  const host = useHost()
  return (
    <Card>
      <Empty
        title={t('gone.title')}
        text={t('gone.text')}
        action={<LinkButton to={host.pathTo('server-queue-list')}>{t('gone.back')}</LinkButton>}
      />
    </Card>
  )
}
