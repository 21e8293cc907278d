import {
  listMailPurposes,
  readMailTemplate,
  removeMailTemplate,
  type MailPurpose,
  type MailTemplate,
} from '@spawnpoint/contracts/mail-templates'
import { useExplain, useFormat, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, KeyValue, LinkButton, Page } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { languageName } from './language-names.ts'
import { useReadable } from './readable.ts'
import { StoredTemplate } from './stored-template.tsx'

const Confirm = ({ item, purpose }: { item: MailTemplate; purpose: MailPurpose }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const readable = useReadable()
  const { dateTime } = useFormat()
  const remove = useAction(removeMailTemplate, { refreshes: [listMailPurposes] })
  const list = host.pathTo('mail-templates-list')
  const title = t('pages.delete.title')
  const confirm = () =>
    remove.mutate(
      { params: { id: item.id } },
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
      subject={readable(purpose.title)}
      description={t('delete.text')}
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
        <KeyValue
          items={[
            { label: t('list.email'), value: readable(purpose.title) },
            { label: t('create.language'), value: languageName(item.language) },
            { label: t('delete.yours'), value: item.subject },
            { label: t('delete.changed'), value: dateTime(item.updatedAt) },
          ]}
        />
      </Card>
    </Page>
  )
}

const DeletePage = () => {
  const { id = '' } = useParams()
  const query = useEndpoint(readMailTemplate, { params: { id } })
  return <StoredTemplate query={query}>{(data) => <Confirm {...data} />}</StoredTemplate>
}

export default DeletePage
