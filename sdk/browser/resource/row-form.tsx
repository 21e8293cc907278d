import { Card, LinkButton } from '@spawnpoint/sdk/ui'
import { Form, SubmitButton } from '@spawnpoint/sdk/ui/form'
import { useHost } from '../host.ts'
import type { FormFieldDeclaration } from './resource-view.ts'
import type { ResourceWords } from './resource-words.ts'
import { RowField } from './row-field.tsx'
import type { useRowForm } from './use-row-form.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

/** The fields of a row with its save and cancel buttons. */
export const RowForm = ({
  form,
  fields,
  words,
  listRoute,
  submitLabel,
}: {
  form: ReturnType<typeof useRowForm>
  fields: readonly FormFieldDeclaration[]
  words: ResourceWords
  listRoute: string
  submitLabel: string
}) => {
  const host = useHost()
  useUnsavedGuard(form.methods.formState.isDirty, words)
  return (
    <Card>
      <Form form={form}>
        {fields.map((field) => (
          <RowField key={field.name} field={field} words={words} />
        ))}
        <div className="sp-form-actions">
          <LinkButton to={host.pathTo(listRoute)}>{words.word('form.cancel')}</LinkButton>
          <SubmitButton>{submitLabel}</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
