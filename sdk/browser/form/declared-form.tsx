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

/** A form drawn from its fields, with save and cancel buttons. @example <DeclaredForm form={form} fields={fields} texts={texts} options={{}} submitLabel="Save" /> */
export const DeclaredForm = ({
  form,
  fields,
  texts,
  options,
  cancelTo,
  submitLabel,
  title,
  disabled = false,
}: {
  form: ReturnType<typeof useDeclaredForm>
  fields: readonly FormField[]
  texts: FormTexts
  /** Endpoints of the choices of fields declared with `optionsFrom`. */
  options: Readonly<Record<string, AnyEndpoint>>
  /** Path of the page that the cancel link leads to; without it there is none. */
  cancelTo?: string
  submitLabel: string
  title?: string
  disabled?: boolean
}) => {
  const t = useT(SHELL)
  useUnsavedGuard(form.methods.formState.isDirty, form.isSaving)
  return (
    <Card {...(title !== undefined && { title })}>
      <div onFocus={() => void form.loadSchema()}>
        <Form form={form}>
          {fields.map((field) => (
            <DeclaredField key={field.name} {...{ field, texts, disabled }} choices={options[field.name]} />
          ))}
          <div className="sp-form-actions">
            {cancelTo !== undefined && <LinkButton to={cancelTo}>{t('resource.form.cancel')}</LinkButton>}
            <SubmitButton disabled={disabled}>{submitLabel}</SubmitButton>
          </div>
        </Form>
      </div>
    </Card>
  )
}
