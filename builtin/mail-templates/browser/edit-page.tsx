import {
  listMailPurposes,
  listMailTemplateVersions,
  readMailTemplate,
  updateMailTemplate,
  type MailPurpose,
  type MailTemplate,
} from '@spawnpoint/contracts/mail-templates'
import { useCall, useCan, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button, LinkButton, Page } from '@spawnpoint/sdk/ui'
import { History, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { languageName } from './language-names.ts'
import { useReadable } from './readable.ts'
import { StoredTemplate } from './stored-template.tsx'
import { TemplateEditor, type EditedText } from './template-editor.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

const Editor = ({ item, purpose }: { item: MailTemplate; purpose: MailPurpose }) => {
  const t = useT()
  const host = useHost()
  const call = useCall()
  const params = { id: item.id }
  const update = useAction(updateMailTemplate, {
    refreshes: [listMailPurposes, readMailTemplate, listMailTemplateVersions],
  })
  const save = async (text: EditedText, { version }: MailTemplate) => {
    const saved = await update.mutateAsync({ params, body: { ...text, version } })
    host.notify.toast({ title: t('edit.saved'), tone: 'success' })
    return saved.item
  }
  return (
    <TemplateEditor
      purpose={purpose}
      row={item}
      save={save}
      reread={async () => (await call(readMailTemplate, { params })).item}
      cancelTo={host.pathTo('mail-templates-list')}
      submitLabel={t('edit.save')}
    />
  )
}

const Template = ({ item, purpose }: { item: MailTemplate; purpose: MailPurpose }) => {
  const t = useT()
  const host = useHost()
  const readable = useReadable()
  const mayDelete = useCan('admin.mail.templates.delete')
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const title = t('pages.edit.title')
  const subject = readable(purpose.title)
  return (
    <Page
      title={title}
      subject={subject}
      description={`${subject} · ${languageName(item.language)}`}
      breadcrumbs={[
        { label: t('pages.list.title'), to: host.pathTo('mail-templates-list') },
        { label: title },
      ]}
      width="wide"
      actions={
        <>
          <Button icon={<History aria-hidden />} onClick={() => setHistoryOpen(true)}>
            {t('versions.open')}
          </Button>
          {mayDelete && (
            <LinkButton
              variant="danger-quiet"
              icon={<Trash2 aria-hidden />}
              to={host.pathTo('mail-templates-delete', { id: item.id })}
            >
              {t('delete.open')}
            </LinkButton>
          )}
        </>
      }
    >
      <Editor item={item} purpose={purpose} />
      {isHistoryOpen && <VersionsDialog item={item} close={() => setHistoryOpen(false)} />}
    </Page>
  )
}

const EditPage = () => {
  const { id = '' } = useParams()
  const query = useEndpoint(readMailTemplate, { params: { id } })
  return <StoredTemplate query={query}>{(data) => <Template key={id} {...data} />}</StoredTemplate>
}

export default EditPage
