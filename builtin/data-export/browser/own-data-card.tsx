import { prepareOwnData } from '@spawnpoint/contracts/data-export'
import { useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card } from '@spawnpoint/sdk/ui'

/** Everything that is kept about the visitor, as a file. */
export default function OwnDataCard() {
  const t = useT()
  const { notify } = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const prepare = useAction(prepareOwnData)
  const download = async () => {
    try {
      const { path } = await reauthenticate(() => prepare.mutateAsync({}))
      location.assign(path)
      notify.toast({ title: t('started'), tone: 'success' })
    } catch (error) {
      notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  return (
    <Card title={t('card.title')} description={t('card.lead')}>
      <Button loading={prepare.isPending} onClick={() => void download()}>
        {t('card.action')}
      </Button>
    </Card>
  )
}
