import {
  createMailTemplate,
  listMailPurposes,
  readMailPurpose,
  type MailPurpose,
} from '@spawnpoint/contracts/mail-templates'
import { useCan, useHost, useSearchParams, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Card, Combobox, Empty, LinkButton, Page, Select, Skeleton } from '@spawnpoint/sdk/ui'
import { isLanguage, languageChoices, languageName, useLanguage } from './language-names.ts'
import { useReadable } from './readable.ts'
import { TemplateEditor, type EditedText } from './template-editor.tsx'

const Editor = ({ purpose }: { purpose: MailPurpose }) => {
  const t = useT()
  const host = useHost()
  const create = useAction(createMailTemplate, { refreshes: [listMailPurposes, readMailPurpose] })
  const list = host.pathTo('mail-templates-list')
  const row: EditedText = { ...purpose.builtIn, action: purpose.builtIn.action ?? '', active: true }
  const save = async (text: EditedText) => {
    await create.mutateAsync({ body: { ...text, purpose: purpose.id, language: purpose.language } })
    host.notify.toast({ title: t('create.done'), tone: 'success' })
    host.navigate(list)
    return undefined
  }
  return (
    <TemplateEditor
      purpose={purpose}
      row={row}
      save={save}
      reread={async () => row}
      cancelTo={list}
      submitLabel={t('create.submit')}
    />
  )
}

const Existing = ({ id, language }: { id: string; language: string }) => {
  const t = useT()
  const host = useHost()
  const mayEdit = useCan('admin.mail.templates.edit')
  return (
    <Card>
      <Empty
        title={t('create.exists', { language: languageName(language) })}
        text={t('create.existsText')}
        action={
          mayEdit && (
            <LinkButton variant="primary" to={host.pathTo('mail-templates-edit', { id })}>
              {t('create.edit')}
            </LinkButton>
          )
        }
      />
    </Card>
  )
}

const Chosen = ({ purpose: id, language }: { purpose: string; language: MailPurpose['language'] }) => {
  const t = useT()
  const query = useEndpoint(readMailPurpose, { params: { purpose: id }, query: { language } })
  return (
    <Loaded
      query={query}
      loading={<Skeleton shape="block" className="h-[44rem]" />}
      gone={<Alert tone="warning">{t('create.gone')}</Alert>}
    >
      {({ purpose, template }) =>
        template === null ? (
          <Editor key={`${id} ${language}`} purpose={purpose} />
        ) : (
          <Existing id={template} language={language} />
        )
      }
    </Loaded>
  )
}

/** Writes a text of one's own for an email: which one and in which language stands in the address. */
const CreatePage = () => {
  const t = useT()
  const host = useHost()
  const readable = useReadable()
  const [params, setParams] = useSearchParams()
  const locale = useLanguage()
  const query = useEndpoint(listMailPurposes, { query: { language: locale } })
  const chosen = params.get('purpose') ?? ''
  const wanted = params.get('language')
  const language = isLanguage(wanted) ? wanted : locale
  const choose = async (key: string, value: string) => {
    // The editor of the text that is shown now goes away with it.
    if (!(await host.mayLeave())) return
    const next = new URLSearchParams(params)
    next.set(key, value)
    setParams(next, { replace: true })
  }
  const title = t('pages.create.title')
  return (
    <Page
      title={title}
      description={t('pages.create.description')}
      breadcrumbs={[
        { label: t('pages.list.title'), to: host.pathTo('mail-templates-list') },
        { label: title },
      ]}
      width="wide"
    >
      <Loaded query={query} loading={<Skeleton shape="block" className="h-24" />}>
        {({ items }) => (
          <Card>
            <div className="grid gap-4 sm:grid-cols-2">
              <Combobox
                label={t('create.email')}
                placeholder={t('create.choose')}
                value={chosen}
                options={items.map(({ id, title: name, plugin }) => ({
                  value: id,
                  label: `${readable(name)} · ${host.translate(plugin, 'title')}`,
                }))}
                onChange={(value) => void choose('purpose', value)}
              />
              <Select
                label={t('create.language')}
                name="language"
                options={languageChoices}
                value={language}
                onChange={({ target }) => void choose('language', target.value)}
              />
            </div>
          </Card>
        )}
      </Loaded>
      {chosen !== '' && <Chosen purpose={chosen} language={language} />}
    </Page>
  )
}

export default CreatePage
