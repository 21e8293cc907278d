import { useCall, useCan, useHost, useParams } from '@spawnpoint/sdk/browser'
import { checkFields, StaleEditDialog, useEditForm, type FormValues } from '@spawnpoint/sdk/form'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { resourceCalls } from '@spawnpoint/sdk/resource'
import { useResourceTexts, type ResourceTexts, type ViewRow } from '@spawnpoint/sdk/resource/browser'
import { Empty, LinkButton, Page } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { webhooks } from '../resource.ts'
import { DeliveriesCard } from './deliveries-card.tsx'
import { SecretCard } from './secret-card.tsx'
import { StateNotice } from './state-notice.tsx'
import { TestButton } from './test-button.tsx'
import { WebhookForm, webhookFields } from './webhook-form.tsx'

type Row = ViewRow<typeof webhooks>

const REFRESH_MS = 10_000
const calls = resourceCalls(webhooks)

const EditForm = ({ row, texts }: { row: Row; texts: ResourceTexts }) => {
  const host = useHost()
  const call = useCall()
  const { mutateAsync } = useAction(calls.update, { refreshes: [calls.list, calls.get] })
  const params = { id: row.id }
  const save = async (body: FormValues, { version }: Row) => {
    if (Object.keys(body).length > 0) await mutateAsync({ params, body: { ...body, version } })
    host.notify.toast({ title: texts.text('form.saved'), tone: 'success' })
    host.navigate(host.pathTo('webhooks-list'))
    return undefined
  }
  const { form, staleDialog } = useEditForm({
    fields: webhookFields,
    row,
    texts,
    schema: async () => checkFields(webhookFields),
    onlyChanges: true,
    save,
    reread: async () => (await call(calls.get, { params })).item,
  })
  return (
    <>
      <WebhookForm {...{ form, texts }} submitLabel={texts.text('form.save')} />
      <StaleEditDialog {...staleDialog} />
    </>
  )
}

const Actions = ({ row, texts }: { row: Row; texts: ResourceTexts }) => {
  const { pathTo } = useHost()
  const canDelete = useCan(webhooks.permissions.delete)
  return (
    <>
      <TestButton id={row.id} />
      {canDelete && (
        <LinkButton
          to={pathTo('webhooks-delete', { id: row.id })}
          variant="danger-quiet"
          icon={<Trash2 aria-hidden />}
        >
          {texts.text('list.delete')}
        </LinkButton>
      )}
    </>
  )
}

/** A webhook that exists: its settings, its secret, and what was sent to it. */
export default function EditPage() {
  const { pathTo } = useHost()
  const texts = useResourceTexts(webhooks)
  const { id = '' } = useParams()
  const query = useEndpoint(calls.get, { params: { id } }, { refetchEvery: REFRESH_MS })
  const list = pathTo('webhooks-list')
  const title = texts.pageTitle('edit')
  const gone = (
    <Empty
      title={texts.text('gone.title')}
      text={texts.text('gone.text')}
      action={<LinkButton to={list}>{texts.text('gone.back')}</LinkButton>}
    />
  )
  return (
    <Loaded query={query} gone={gone}>
      {(data) => {
        const row = data.item
        return (
          <Page
            title={title}
            subject={row.name}
            description={row.name}
            breadcrumbs={[{ label: texts.title, to: list }, { label: title }]}
            actions={<Actions {...{ row, texts }} />}
          >
            <StateNotice row={row} />
            <EditForm key={row.id} {...{ row, texts }} />
            <SecretCard id={row.id} />
            <DeliveriesCard id={row.id} isActive={row.state === 'active' || row.state === 'failing'} />
          </Page>
        )
      }}
    </Loaded>
  )
}
