import type { BaseSyntheticEvent, ReactNode } from 'react'
import { FormProvider, useFormContext, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { Button, type ButtonProps } from './button.tsx'
import { Checkbox, Switch, type ChoiceProps } from './checkbox.tsx'
import { FormError } from './form-error.tsx'
import { PasswordField } from './password-field.tsx'
import { Select, type SelectProps } from './select.tsx'
import { TextArea, TextField, type TextAreaProps, type TextFieldProps } from './text-field.tsx'

export { useZodForm, type ZodFormOptions } from './use-zod-form.ts'

/**
 * The form around the fields of `useZodForm`.
 *
 * @example
 * const form = useZodForm(giftBody, { onSubmit: gift })
 * return <Form form={form}><FormField name="amount" label="Amount" kind="number" /><SubmitButton>Gift</SubmitButton></Form>
 */
export const Form = <Values extends FieldValues, Output extends FieldValues>({
  form,
  children,
}: {
  form: {
    methods: UseFormReturn<Values, unknown, Output>
    submit: (event?: BaseSyntheticEvent) => Promise<void>
    formError: string | null
  }
  children: ReactNode
}) => {
  const submit = (event: BaseSyntheticEvent) => {
    event.preventDefault()
    void form.submit(event)
  }
  return (
    <FormProvider {...form.methods}>
      <form className="sp-form" noValidate onSubmit={submit}>
        <FormError message={form.formError} />
        {children}
      </form>
    </FormProvider>
  )
}

/** A field by the name its schema gives it. @example const props: FormFieldProps = { name: 'amount', label: 'Amount', kind: 'number' } */
export type FormFieldProps = { name: string } & (
  | ({ kind?: 'text' | 'password' | 'number' } & TextFieldProps)
  | ({ kind: 'textarea' } & TextAreaProps)
  | ({ kind: 'select' } & SelectProps)
  | ({ kind: 'checkbox' | 'switch' } & ChoiceProps)
)

// An empty field is absent, not zero and not NaN, so that `optional()` and `required` mean what they say.
const toNumber = (value: unknown) =>
  value === '' || value === null || value === undefined ? undefined : Number(value)

const errorAt = (errors: object, name: string) => {
  let at: unknown = errors
  for (const key of name.split('.'))
    at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  const message = typeof at === 'object' && at !== null ? Reflect.get(at, 'message') : undefined
  return typeof message === 'string' ? message : undefined
}

/** One of the kit's fields tied to the form by name. @example <FormField name="reason" label="Reason" kind="textarea" /> */
export const FormField = (props: FormFieldProps) => {
  const { register, formState } = useFormContext()
  const error = errorAt(formState.errors, props.name)
  const bound = register(props.name, props.kind === 'number' ? { setValueAs: toNumber } : {})
  const { onBlur, onChange, ref, name } = bound
  const native = { onBlur, onChange, ref, name, error }
  switch (props.kind) {
    case 'textarea': {
      const { kind: _, ...rest } = props
      return <TextArea {...rest} {...native} />
    }
    case 'select': {
      const { kind: _, ...rest } = props
      return <Select {...rest} {...native} />
    }
    case 'checkbox':
    case 'switch': {
      const { kind, ...rest } = props
      return kind === 'switch' ? <Switch {...rest} {...native} /> : <Checkbox {...rest} {...native} />
    }
    case 'password': {
      const { kind: _, type: _type, ...rest } = props
      return <PasswordField {...rest} {...native} />
    }
    case 'number': {
      const { kind: _, ...rest } = props
      return <TextField inputMode="numeric" {...rest} type="number" {...native} />
    }
    default: {
      const { kind: _, ...rest } = props
      return <TextField {...rest} {...native} />
    }
  }
}

/** Sends the form around it, and shows that it does. @example <SubmitButton>Save</SubmitButton> */
export const SubmitButton = ({ children, ...rest }: ButtonProps) => {
  const { formState } = useFormContext()
  return (
    <Button variant="primary" {...rest} type="submit" loading={formState.isSubmitting}>
      {children}
    </Button>
  )
}
