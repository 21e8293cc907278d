import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import type { RefCallBack } from 'react-hook-form'
import type { FormTexts } from './form-texts.ts'
import type { FormField } from './form-values.ts'

/** A field's value in its form, and how to change it. @example const bound: BoundValue = { name: 'open', value: true, onChange: edit } */
export interface BoundValue {
  readonly name: string
  readonly value: unknown
  readonly disabled?: boolean
  readonly onChange: (value: unknown) => void
  readonly onBlur?: () => void
  readonly ref?: RefCallBack
}

/** One field with its value and its messages. */
export interface FieldInput {
  readonly field: FormField
  /** Where the choices come from, unless the field names them itself. */
  readonly choices: AnyEndpoint | undefined
  readonly form: FormTexts
  readonly bound: BoundValue
  /** Label, hint and error of the field. */
  readonly texts: {
    readonly label: string
    readonly hint?: string
    readonly error?: string | undefined
    readonly optional?: true
    readonly required?: boolean
  }
}
