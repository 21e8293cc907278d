import { limits } from '@spawnpoint/contracts/mail-templates/schemas'
import type { MailPurpose } from '@spawnpoint/contracts/mail-templates'
import { previewMailTemplate, sendTestMail } from '@spawnpoint/contracts/mail-templates'
import { SHELL, useHost, useT } from '@spawnpoint/sdk/browser'
import {
  checkFields,
  FieldControl,
  StaleEditDialog,
  useEditForm,
  type FormField,
  type FormTexts,
  type FormValues,
} from '@spawnpoint/sdk/form'
import { Card, LinkButton } from '@spawnpoint/sdk/ui'
import { Form, SubmitButton } from '@spawnpoint/sdk/ui/form'
import type { ReactNode } from 'react'
import { BodyField } from './body-field.tsx'
import { draftSchema } from './check-draft.ts'
import { PreviewCard } from './preview-card.tsx'
import { TestButton } from './test-button.tsx'

export interface EditedText {
  readonly subject: string
  readonly body: string
  readonly action: string
  readonly active: boolean
}

const fieldsFor = ({ builtIn }: MailPurpose): readonly FormField[] => [
  { name: 'subject', spec: { kind: 'text', min: 1, max: limits.subject } },
  { name: 'body', spec: { kind: 'multiline', min: 1, max: limits.body } },
  ...(builtIn.action === null
    ? []
    : [{ name: 'action', spec: { kind: 'text', max: limits.action } } satisfies FormField]),
  { name: 'active', spec: { kind: 'boolean' } },
]

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const messageOf = (error: { readonly message?: unknown } | undefined): string | undefined =>
  typeof error?.message === 'string' ? error.message : undefined

const readText = (values: FormValues): EditedText => ({
  subject: textOf(values['subject']),
  body: textOf(values['body']),
  action: textOf(values['action']),
  active: values['active'] === true,
})

const useEditorTexts = (purpose: MailPurpose): FormTexts => {
  const t = useT()
  const { translate } = useHost()
  return {
    label: (name) => t(`editor.${name}`),
    hint: (name) => {
      if (name === 'active') return t('editor.activeHint')
      return name === 'action' ? t('editor.actionHint', { label: purpose.builtIn.action ?? '' }) : undefined
    },
    value: (_name, value) => value,
    marksOptional: false,
    problem(code, values) {
      const [own = '', placeholder = ''] = code.split(':')
      if (!/^[A-Z]/.test(own)) return translate(SHELL, `resource.problems.${code}`, values)
      return t(`problems.${own}`, { placeholder: `{{${placeholder}}}` })
    },
  }
}

interface Bound {
  readonly name: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
}

const TemplateField = ({
  field,
  texts,
  purpose,
  bound,
  error,
}: {
  field: FormField
  texts: FormTexts
  purpose: MailPurpose
  bound: Bound
  error: string | undefined
}) => {
  if (field.name !== 'body') return <FieldControl {...{ field, texts, bound, error }} />
  const { value, onChange, onBlur } = bound
  return (
    <BodyField
      label={texts.label(field.name)}
      value={textOf(value)}
      placeholders={purpose.placeholders}
      {...{ error, onChange, onBlur }}
    />
  )
}

interface EditorProps<Row> {
  readonly purpose: MailPurpose
  readonly row: Row
  readonly save: (text: EditedText, against: Row) => Promise<Row | undefined>
  readonly reread: () => Promise<Row>
  readonly cancelTo: string
  readonly submitLabel: string
  readonly children?: ReactNode
}

/** The form of a template beside the email that it makes. */
export function TemplateEditor<Row extends EditedText>(props: EditorProps<Row>) {
  const { purpose, row, save, reread, cancelTo, submitLabel, children } = props
  const t = useT()
  const fields = fieldsFor(purpose)
  const known = purpose.placeholders.map(({ name }) => name)
  const texts = useEditorTexts(purpose)
  const { form, staleDialog } = useEditForm<Row>({
    fields,
    row,
    texts,
    schema: async () => draftSchema(checkFields(fields), known),
    onlyChanges: false,
    save: (body, against) => save(readText(body), against),
    reread,
    valuesOf: ({ subject, body, action, active }) => ({ subject, body, action, active }),
  })
  const values = readText(form.methods.watch())
  const { errors } = form.methods.formState
  const { subject, body, action } = values
  const draft = { purpose: purpose.id, language: purpose.language, subject, body, action }
  const bind = (name: string): Bound => ({
    name,
    value: form.methods.watch(name),
    onChange: (value) =>
      form.methods.setValue(name, value, { shouldDirty: true, shouldValidate: errors[name] !== undefined }),
    onBlur: () => void form.methods.trigger(name),
  })
  return (
    <div className="grid gap-5 xl:grid-cols-2" onFocus={() => void form.loadSchema()}>
      <Card title={t('editor.title')} className="min-w-0 self-start">
        <Form form={form}>
          {children}
          {fields.map((field) => (
            <TemplateField
              key={field.name}
              {...{ field, texts, purpose }}
              bound={bind(field.name)}
              error={messageOf(errors[field.name])}
            />
          ))}
          <div className="sp-form-actions">
            <LinkButton to={cancelTo}>{t('editor.cancel')}</LinkButton>
            <SubmitButton>{submitLabel}</SubmitButton>
          </div>
        </Form>
      </Card>
      <PreviewCard
        endpoint={previewMailTemplate}
        draft={draft}
        actions={<TestButton endpoint={sendTestMail} draft={draft} />}
      />
      <StaleEditDialog {...staleDialog} />
    </div>
  )
}
