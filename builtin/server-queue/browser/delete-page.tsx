import { countBuilds, getBuild, listBuilds, removeBuild } from '@spawnpoint/contracts/server-queue'
import { useCan, useExplain, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, KeyValue, LinkButton, Page } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'

/** Names the entry to those who may read entries, which is a permission of its own. */
const Entry = ({ item }: { item: ReplyOf<typeof getBuild>['item'] }) => {
  const t = useT()
  const { name, owner, locationName } = item
  return (
    <KeyValue
      items={[
        { label: t('columns.name'), value: name },
        { label: t('columns.owner'), value: owner.username ?? t('erased') },
        { label: t('columns.location'), value: locationName ?? '–' },
      ]}
    />
  )
}

const DeletePage = () => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { id = '' } = useParams()
  const mayRead = useCan('admin.server.queue.view')
  const remove = useAction(removeBuild, { refreshes: [listBuilds, countBuilds], removes: [getBuild] })
  const { data } = useEndpoint(getBuild, { params: { id } }, { enabled: mayRead })
  const list = host.pathTo('server-queue-list')
  const title = t('pages.delete.title')
  const confirm = () =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          host.notify.toast({ title: t('delete.done'), tone: 'success' })
          host.navigate(list, { replace: true })
        },
      },
    )
  return (
    <Page
      title={title}
      subject={data?.item.name}
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
        <div className="grid gap-4">
          {remove.error && <Alert tone="danger">{explain(remove.error)}</Alert>}
          {data && <Entry item={data.item} />}
          <p>{t('delete.text')}</p>
        </div>
      </Card>
    </Page>
  )
}

export default DeletePage
