import { useT } from '@spawnpoint/sdk/browser'
import { DeclaredForm, type FormField } from '@spawnpoint/sdk/form'
import type { ReactNode } from 'react'
import type { UserForm } from './use-user-form.ts'

/** A part of the one form; each part can save all of it. */
export const UserFields = ({
  edit,
  names,
  change,
  children,
}: {
  edit: UserForm
  names: readonly string[]
  /** How fields differ here, by their names. */
  change?: (name: string) => Partial<FormField>
  children?: ReactNode
}) => {
  const t = useT()
  const { form, base, texts } = edit
  const fields = edit.fields
    .filter(({ name }) => names.includes(name))
    .map((field) => ({ ...field, ...change?.(field.name) }))
  return (
    <DeclaredForm
      {...{ form, fields, texts }}
      disabled={!base.editable}
      discardLabel={t('form.reset')}
      submitLabel={t('form.save')}
    >
      {children}
    </DeclaredForm>
  )
}
