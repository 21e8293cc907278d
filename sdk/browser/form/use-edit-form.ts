import { useState } from 'react'
import { CallError } from '../call-error.ts'
import { rowValues, type FormField, type FormValues } from './form-values.ts'
import type { FormTexts } from './form-texts.ts'
import type { StaleEdit } from './stale-edit-dialog.tsx'
import { useDeclaredForm, type DeclaredFormInput } from './use-declared-form.ts'

/** A form over a stored row. @example const input: EditFormInput<{ name: string }> = { fields, row: { name: 'Ada' }, texts, schema: async () => checkFields(fields), onlyChanges: true, save: async (_body, against) => against, reread: async () => ({ name: 'Ada' }) } */
export interface EditFormInput<Row extends object> extends Omit<DeclaredFormInput, 'initial' | 'save'> {
  /** The row as the page knows it; a newer one is shown as long as nothing was typed. */
  readonly row: Row
  /** Saves against the row that the edit began with, and fails with `STALE_EDIT` if that is outdated. The next edit begins with the row it returns. */
  readonly save: (body: FormValues, against: Row) => Promise<Row | undefined>
  /** Reads the row that someone else has saved. */
  readonly reread: () => Promise<Row>
  /** The values of a row, where they are not its own properties. */
  readonly valuesOf?: (row: Row) => FormValues
}

/** The props of the dialog of a stale edit. @example const props: StaleDialogInput = { stale: null, fields, texts, onClose: close, onReload: close, onOverwrite: close } */
export interface StaleDialogInput {
  readonly stale: StaleEdit<FormValues> | null
  readonly fields: readonly FormField[]
  readonly texts: FormTexts
  readonly onClose: () => void
  readonly onReload: () => void
  readonly onOverwrite: () => void
}

interface Conflict<Row> {
  readonly theirs: Row
  readonly mine: FormValues
}

const isStale = (error: unknown) => error instanceof CallError && error.code === 'STALE_EDIT'

const ownValues = (row: object): FormValues => Object.fromEntries(Object.entries(row))

/**
 * The state of a form over a stored row. Where someone else saved first, `staleDialog` asks which version to keep.
 *
 * @example const { form, base, staleDialog } = useEditForm({ fields, row: { name: 'Ada' }, texts, schema: async () => checkFields(fields), onlyChanges: true, save: async (_body, against) => against, reread: async () => ({ name: 'Ada' }) })
 */
export function useEditForm<Row extends object>(input: EditFormInput<Row>) {
  const { fields, row, texts, save, reread, valuesOf = ownValues } = input
  const [base, setBase] = useState(row)
  const [known, setKnown] = useState(row)
  const [conflict, setConflict] = useState<Conflict<Row> | null>(null)
  const initial = rowValues(fields, valuesOf(base))
  const form = useDeclaredForm({ ...input, initial, save: (body) => send(body, base) })
  const { reset, formState } = form.methods
  if (row !== known) {
    setKnown(row)
    // The form shows the values of its base, see `useDeclaredForm`.
    if (!formState.isDirty) setBase(row)
  }
  const adopt = (next: Row) => {
    setBase(next)
    reset(rowValues(fields, valuesOf(next)))
  }
  async function send(body: FormValues, against: Row): Promise<void> {
    try {
      const saved = await save(body, against)
      if (saved) adopt(saved)
    } catch (error) {
      if (!isStale(error)) throw error
      setConflict({ theirs: await reread(), mine: body })
    }
  }
  const staleDialog: StaleDialogInput = {
    fields,
    texts,
    stale: conflict && { base: initial, theirs: valuesOf(conflict.theirs), mine: conflict.mine },
    onClose: () => setConflict(null),
    onReload: () => {
      setConflict(null)
      if (conflict) adopt(conflict.theirs)
    },
    onOverwrite: () => {
      setConflict(null)
      if (conflict) void form.runSave(() => send(conflict.mine, conflict.theirs))
    },
  }
  return { form, base, staleDialog }
}
