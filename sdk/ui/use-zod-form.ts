import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form'
import type { z } from 'zod'
import { readFormFailure, type FormFailure } from './form-failure.ts'
import { useUiText } from './ui-text.ts'

type FormSchema = z.ZodType<FieldValues, FieldValues>

/** Options of `useZodForm`. @example const options: ZodFormOptions<typeof giftBody> = { defaultValues: { amount: 1 }, onSubmit: gift } */
export type ZodFormOptions<Schema extends FormSchema> = {
  defaultValues?: DefaultValues<z.input<Schema>>
  onSubmit: (values: z.output<Schema>) => unknown
  /** Turns what `onSubmit` threw into words; by default its `message` and `fields`. */
  onFailure?: (error: unknown) => FormFailure
}

/**
 * One schema, one form: the schema that the server checks with also checks here, and the server's `fields` errors
 * come back to their fields.
 * @example const form = useZodForm(giftBody, { defaultValues: { amount: 1 }, onSubmit: gift })
 */
export const useZodForm = <Schema extends FormSchema>(schema: Schema, options: ZodFormOptions<Schema>) => {
  const { defaultValues, onSubmit, onFailure = readFormFailure } = options
  const text = useUiText()
  const [formError, setFormError] = useState<string | null>(null)
  const methods = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    ...(defaultValues && { defaultValues }),
  })
  const fail = (error: unknown) => {
    const { fields = {}, message } = onFailure(error)
    const known = Object.entries(fields).filter(([name]) => (name.split('.')[0] ?? '') in methods.getValues())
    for (const [index, [name, problem]] of known.entries()) {
      // The name was looked up among the form's own values.
      methods.setError(
        name as Path<z.input<Schema>>,
        { type: 'server', message: problem },
        { shouldFocus: index === 0 },
      )
    }
    if (known.length === 0) setFormError(Object.values(fields)[0] ?? message ?? text('ui.formFailed'))
  }
  const submit = methods.handleSubmit(async (values) => {
    setFormError(null)
    try {
      await onSubmit(values)
    } catch (error) {
      fail(error)
    }
  })
  return { methods, submit, formError, setFormError }
}
