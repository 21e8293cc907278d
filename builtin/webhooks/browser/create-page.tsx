import { useHost } from '@spawnpoint/sdk/browser'
import { checkFields, useDeclaredForm, type FormValues } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { resourceCalls } from '@spawnpoint/sdk/resource'
import { useResourceTexts, type ViewRow } from '@spawnpoint/sdk/resource/browser'
import { Page } from '@spawnpoint/sdk/ui'
import { webhooks } from '../resource.ts'
import { WebhookForm, webhookFields } from './webhook-form.tsx'

const calls = resourceCalls(webhooks)

const initial: FormValues = Object.fromEntries(
  webhookFields.map(({ name, spec }) => [name, spec.initial ?? '']),
)

/** A new webhook; its page, with the signing secret, comes next. */
export default function CreatePage() {
  const host = useHost()
  const texts = useResourceTexts(webhooks)
  const { mutateAsync } = useAction(calls.create, { refreshes: [calls.list] })
  const list = host.pathTo('webhooks-list')
  const save = async (body: FormValues) => {
    // The reply's types are those of the resource's own schema.
    const { item } = (await mutateAsync({ body })) as { readonly item: ViewRow<typeof webhooks> }
    host.notify.toast({ title: texts.text('form.created'), tone: 'success' })
    host.navigate(host.pathTo('webhooks-edit', { id: item.id }))
  }
  const form = useDeclaredForm({
    fields: webhookFields,
    initial,
    texts,
    schema: async () => checkFields(webhookFields),
    onlyChanges: false,
    save,
  })
  const title = texts.pageTitle('create')
  return (
    <Page title={title} breadcrumbs={[{ label: texts.title, to: list }, { label: title }]} width="narrow">
      <WebhookForm {...{ form, texts }} submitLabel={title} />
    </Page>
  )
}
