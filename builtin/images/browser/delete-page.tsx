import { getImage, listImages, removeImage } from '@spawnpoint/contracts/images'
import { useExplain, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, Empty, LinkButton, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'

const DeleteCard = ({ id, name, url }: { id: string; name: string; url: string }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const remove = useAction(removeImage, { refreshes: [listImages], removes: [getImage] })
  const list = host.pathTo('images-list')
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
    <Card
      title={name}
      footer={
        <div className="sp-form-actions">
          <LinkButton to={list}>{t('form.cancel')}</LinkButton>
          <Button variant="danger" icon={<Trash2 aria-hidden />} loading={remove.isPending} onClick={confirm}>
            {t('delete.title')}
          </Button>
        </div>
      }
    >
      {remove.error && <Alert tone="danger">{explain(remove.error)}</Alert>}
      <img src={url} alt={name} className="mx-auto max-h-64 max-w-full rounded-lg" />
    </Card>
  )
}

export default function DeletePage() {
  const t = useT()
  const host = useHost()
  const { id = '' } = useParams()
  const query = useEndpoint(getImage, { params: { id } })
  const list = host.pathTo('images-list')
  const title = t('delete.title')
  return (
    <Page
      title={title}
      subject={query.data?.image.name}
      description={t('delete.text')}
      breadcrumbs={[{ label: t('title'), to: list }, { label: title }]}
      width="narrow"
    >
      <Loaded
        query={query}
        loading={<Skeleton shape="block" className="h-80" />}
        gone={
          <Empty
            title={t('delete.gone')}
            text={t('delete.goneText')}
            action={<LinkButton to={list}>{t('delete.back')}</LinkButton>}
          />
        }
      >
        {({ image: { name, url } }) => <DeleteCard {...{ id, name, url }} />}
      </Loaded>
    </Page>
  )
}
