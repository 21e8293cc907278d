import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { Button, Card, classNames, LinkButton } from '@spawnpoint/sdk/ui'
import { Form, SubmitButton } from '@spawnpoint/sdk/ui/form'
import type { ReactNode } from 'react'
import { useT } from '../hooks.ts'
import { SHELL } from '../host.ts'
import { DeclaredField } from './declared-field.tsx'
import type { FormTexts } from './form-texts.ts'
import type { FormField } from './form-values.ts'
import type { useDeclaredForm } from './use-declared-form.ts'

/** A form, or one part of it, drawn from its fields. @example const props: DeclaredFormProps = { form, fields, texts, submitLabel: 'Save' } */
export interface DeclaredFormProps {
  readonly form: ReturnType<typeof useDeclaredForm>
  readonly fields: readonly FormField[]
  readonly texts: FormTexts
  /** Endpoints of the choices of fields declared with `optionsFrom`. */
  readonly options?: Readonly<Record<string, AnyEndpoint>>
  /** Path of the page that the cancel link leads to; without it there is none. */
  readonly cancelTo?: string
  /** With it there is a button that discards the changes, and both buttons need a change. */
  readonly discardLabel?: string
  readonly submitLabel: string
  readonly title?: string
  readonly description?: string
  readonly disabled?: boolean
  /** Classes of a grid around the fields. */
  readonly grid?: string
  /** Drawn under a field, such as a meter. */
  readonly below?: (name: string) => ReactNode
  /** Drawn above the fields. */
  readonly children?: ReactNode
}

const Actions = ({ form, cancelTo, discardLabel, submitLabel, disabled = false }: DeclaredFormProps) => {
  const t = useT(SHELL)
  const { isDirty, isSubmitting } = form.methods.formState
  const isIdle = discardLabel !== undefined && !isDirty
  return (
    <div className="sp-form-actions">
      {cancelTo !== undefined && <LinkButton to={cancelTo}>{t('resource.form.cancel')}</LinkButton>}
      {discardLabel !== undefined && (
        <Button disabled={isIdle || isSubmitting} onClick={form.discard}>
          {discardLabel}
        </Button>
      )}
      <SubmitButton disabled={disabled || isIdle}>{submitLabel}</SubmitButton>
    </div>
  )
}

const Fields = ({ fields, texts, options = {}, disabled = false, grid, below }: DeclaredFormProps) => {
  const drawn = fields.map((field) => {
    const control = (
      <DeclaredField key={field.name} {...{ field, texts, disabled }} choices={options[field.name]} />
    )
    if (grid === undefined) return control
    return (
      <div key={field.name} className={classNames('flex min-w-0 flex-col gap-2', field.cell)}>
        {control}
        {below?.(field.name)}
      </div>
    )
  })
  return grid === undefined ? drawn : <div className={grid}>{drawn}</div>
}

/** A form drawn from its fields, with save and cancel buttons. @example <DeclaredForm form={form} fields={fields} texts={texts} submitLabel="Save" /> */
export const DeclaredForm = (props: DeclaredFormProps) => {
  const { form, title, description, children } = props
  return (
    <Card {...(title !== undefined && { title })} {...(description !== undefined && { description })}>
      <div onFocus={() => void form.loadSchema()}>
        <Form form={form}>
          {children}
          <Fields {...props} />
          <Actions {...props} />
        </Form>
      </div>
    </Card>
  )
}
