import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { FieldNotes, splitWords, useFieldControl, type FieldTexts } from './field.tsx'

/** A labelled yes or no. @example const props: ChoiceProps = { label: 'Remember me', name: 'remember' } */
export type ChoiceProps = Omit<FieldTexts, 'optional' | 'label'> & {
  /** May hold a link. */ label: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'required' | 'type'> & {
    ref?: Ref<HTMLInputElement> | undefined
  }

const Choice = ({
  look,
  isSwitch = false,
  label,
  ...props
}: ChoiceProps & { look: string; isSwitch?: boolean }) => {
  const { words, native } = splitWords({ ...props, label: '' })
  const { id, className, ...input } = native
  const { control, hintId, errorId } = useFieldControl(words, id)
  return (
    <div className={classNames('sp-choice', className)}>
      <input
        {...input}
        {...control}
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        className={look}
      />
      <label className={words.hideLabel ? 'sp-hidden' : undefined} htmlFor={control.id}>
        {label}
      </label>
      <FieldNotes hint={words.hint} error={words.error} hintId={hintId} errorId={errorId} />
    </div>
  )
}

/** A yes or no that is sent with a form. @example <Checkbox label="Remember me" name="remember" /> */
export const Checkbox = (props: ChoiceProps) => <Choice {...props} look="sp-check" />

/** A yes or no that takes effect at once. @example <Switch label="Reduce motion" name="reduceMotion" defaultChecked /> */
export const Switch = (props: ChoiceProps) => <Choice {...props} look="sp-switch" isSwitch />
