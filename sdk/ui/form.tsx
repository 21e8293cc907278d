import type { BaseSyntheticEvent, ReactNode } from 'react'
import { FormProvider, useFormContext, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { Button, type ButtonProps } from './button.tsx'
import { FormError } from './form-error.tsx'

/** The form around fields that `react-hook-form` holds. @example <Form form={form}><SubmitButton>Save</SubmitButton></Form> */
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

/** Sends the form around it, and shows that it does. @example <SubmitButton>Save</SubmitButton> */
export const SubmitButton = ({ children, ...rest }: ButtonProps) => {
  const { formState } = useFormContext()
  return (
    <Button variant="primary" {...rest} type="submit" loading={formState.isSubmitting}>
      {children}
    </Button>
  )
}
