import type { ComponentType, ReactNode } from 'react'

/**
 * Props of a module in the slot `dashboard.steps`: one of the first things that a new customer does. It draws a `Step`
 * with its action, null where there is nothing to do, and says by `isDone` whether the customer has done it, null while
 * that is not known.
 *
 * @example
 * export const NoteStep = ({ Step }: FirstStepProps) => (
 *   <Step title="Write a note" text="It stays here." isDone={false} action={<LinkButton to="/p/notes">Write</LinkButton>} />
 * )
 */
export interface FirstStepProps {
  readonly Step: ComponentType<{
    readonly title: string
    readonly text: string
    readonly isDone: boolean | null
    readonly action: ReactNode
  }>
}
