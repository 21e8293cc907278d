import { Slot, useCall, useCan, useHost, useParams } from '@spawnpoint/sdk/browser'
import { checkFields, StaleEditDialog, useEditForm, type FormValues } from '@spawnpoint/sdk/form'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { resourceCalls } from '@spawnpoint/sdk/resource'
import { useResourceTexts, type ResourceTexts, type ViewRow } from '@spawnpoint/sdk/resource/browser'
import { Empty, LinkButton, Page } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { announcements } from '../resource.ts'
import { IncidentUpdates } from './incident-updates.tsx'
import { AnnouncementForm, announcementFields } from './announcement-form.tsx'

type Row = ViewRow<typeof announcements>

const calls = resourceCalls(announcements)

const EditForm = ({ row, texts }: { row: Row; texts: ResourceTexts }) => {
  const host = useHost()
  const call = useCall()
  const { mutateAsync } = useAction(calls.update, { refreshes: [calls.list, calls.get] })
  const params = { id: row.id }
  const save = async (body: FormValues, { version }: Row) => {
    if (Object.keys(body).length > 0) await mutateAsync({ params, body: { ...body, version } })
    host.notify.toast({ title: texts.text('form.saved'), tone: 'success' })
    host.navigate(host.pathTo('announcements-list'))
    return undefined
  }
  const { form, base, staleDialog } = useEditForm({
    fields: announcementFields,
    row,
    texts,
    schema: async () => checkFields(announcementFields),
    onlyChanges: true,
    save,
    reread: async () => (await call(calls.get, { params })).item,
  })
  return (
    <>
      <AnnouncementForm {...{ form, texts }} isPublished={!base.draft} />
      {base.kind === 'incident' && <IncidentUpdates id={base.id} />}
      {base.kind === 'incident' && base.audience === 'locations' && (
        <Slot name="announcements.incident" id={base.id} />
      )}
      <StaleEditDialog {...staleDialog} />
    </>
  )
}

/** An announcement that exists. */
export default function EditPage() {
  const host = useHost()
  const texts = useResourceTexts(announcements)
  const { id = '' } = useParams()
  const query = useEndpoint(calls.get, { params: { id } })
  const canDelete = useCan(announcements.permissions.delete)
  const list = host.pathTo('announcements-list')
  const title = texts.pageTitle('edit')
  const gone = (
    <Empty
      title={texts.text('gone.title')}
      text={texts.text('gone.text')}
      action={<LinkButton to={list}>{texts.text('gone.back')}</LinkButton>}
    />
  )
  const remove = canDelete && (
    <LinkButton
      to={host.pathTo('announcements-delete', { id })}
      variant="danger-quiet"
      icon={<Trash2 aria-hidden />}
    >
      {texts.text('list.delete')}
    </LinkButton>
  )
  return (
    <Loaded query={query} gone={gone}>
      {(data) => {
        const row = data.item
        return (
          <Page
            title={title}
            subject={row.title}
            description={row.title}
            breadcrumbs={[{ label: texts.title, to: list }, { label: title }]}
            width="narrow"
            actions={remove}
          >
            <EditForm key={row.id} {...{ row, texts }} />
          </Page>
        )
      }}
    </Loaded>
  )
}
