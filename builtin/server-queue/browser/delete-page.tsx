import { countBuilds, getBuild, listBuilds, removeBuild } from '@spawnpoint/contracts/server-queue'
import { useExplain, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, LinkButton, Page } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'

/** Reading an entry is a right of its own, so this page asks without showing one. */
const DeletePage = () => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { id = '' } = useParams()
  const remove = useAction(removeBuild, { refreshes: [listBuilds, countBuilds, getBuild] })
  const list = host.pathTo('server-queue-list')
  const title = t('pages.delete.title')
  const confirm = () =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          host.notify.toast({ title: t('delete.done'), tone: 'success' })
          host.navigate(list)
        },
      },
    )
  return (
    <Page
      title={title}
      breadcrumbs={[{ label: t('pages.list.title'), to: list }, { label: title }]}
      width="narrow"
    >
      <Card
        footer={
          <div className="sp-form-actions">
            <LinkButton to={list}>{t('delete.cancel')}</LinkButton>
            <Button
              variant="danger"
              icon={<Trash2 aria-hidden />}
              loading={remove.isPending}
              onClick={confirm}
            >
              {t('delete.confirm')}
            </Button>
          </div>
        }
      >
        {remove.error && <Alert tone="danger">{explain(remove.error)}</Alert>}
        <p>{t('delete.text')}</p>
      </Card>
    </Page>
  )
}

export default DeletePage
