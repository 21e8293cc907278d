import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { Card, LinkButton } from '@spawnpoint/sdk/ui'
import { Form, SubmitButton } from '@spawnpoint/sdk/ui/form'
import { useT } from '../hooks.ts'
import { SHELL } from '../host.ts'
import { DeclaredField } from './declared-field.tsx'
import type { FormTexts } from './form-texts.ts'
import type { FormField } from './form-values.ts'
import type { useDeclaredForm } from './use-declared-form.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

/** A form drawn from its fields, with save and cancel buttons. */
export const DeclaredForm = ({
  form,
  fields,
  texts,
  options,
  cancelTo,
  submitLabel,
}: {
  form: ReturnType<typeof useDeclaredForm>
  fields: readonly FormField[]
  texts: FormTexts
  /** Endpoints of the choices of fields declared with `optionsFrom`. */
  options: Readonly<Record<string, AnyEndpoint>>
  cancelTo: string
  submitLabel: string
}) => {
  const t = useT(SHELL)
  useUnsavedGuard(form.methods.formState.isDirty)
  return (
    <Card>
      <div onFocus={() => void form.loadSchema()}>
        <Form form={form}>
          {fields.map((field) => (
            <DeclaredField key={field.name} field={field} texts={texts} choices={options[field.name]} />
          ))}
          <div className="sp-form-actions">
            <LinkButton to={cancelTo}>{t('resource.form.cancel')}</LinkButton>
            <SubmitButton>{submitLabel}</SubmitButton>
          </div>
        </Form>
      </div>
    </Card>
  )
}
