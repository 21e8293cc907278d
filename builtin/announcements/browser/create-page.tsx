import { useHost } from '@spawnpoint/sdk/browser'
import { checkFields, useDeclaredForm, type FormValues } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { resourceCalls } from '@spawnpoint/sdk/resource'
import { useResourceTexts } from '@spawnpoint/sdk/resource/browser'
import { Page } from '@spawnpoint/sdk/ui'
import { announcements } from '../resource.ts'
import { AnnouncementForm, announcementFields } from './announcement-form.tsx'

const calls = resourceCalls(announcements)

const empty: FormValues = Object.fromEntries(
  announcementFields.map(({ name, spec }) => [name, spec.initial ?? '']),
)
const initial: FormValues = { ...empty, roleId: null }

/** A new announcement. */
export default function CreatePage() {
  const host = useHost()
  const texts = useResourceTexts(announcements)
  const { mutateAsync } = useAction(calls.create, { refreshes: [calls.list] })
  const list = host.pathTo('announcements-list')
  const save = async (body: FormValues) => {
    await mutateAsync({ body })
    host.notify.toast({ title: texts.text('form.created'), tone: 'success' })
    host.navigate(list)
  }
  const form = useDeclaredForm({
    fields: announcementFields,
    initial,
    texts,
    schema: async () => checkFields(announcementFields),
    onlyChanges: false,
    save,
  })
  const title = texts.pageTitle('create')
  return (
    <Page title={title} breadcrumbs={[{ label: texts.title, to: list }, { label: title }]} width="narrow">
      <AnnouncementForm {...{ form, texts }} isPublished={false} />
    </Page>
  )
}
