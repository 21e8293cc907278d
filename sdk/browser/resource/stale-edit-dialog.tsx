import { Button, Dialog, Table, type Column } from '@spawnpoint/sdk/ui'
import type { FormFieldDeclaration, Row } from './resource-view.ts'
import type { ResourceWords } from './resource-words.ts'
import { changedNames, rowValues, type FormValues } from './row-values.ts'

/** An edit that came too late: what the form began with, what stands there now, what was about to be saved. */
export interface StaleEdit {
  readonly base: FormValues
  readonly theirs: Row
  readonly mine: FormValues
}

interface Line {
  readonly name: string
  readonly before: unknown
  readonly theirs: unknown
  readonly mine: unknown
}

const linesOf = (fields: readonly FormFieldDeclaration[], { base, theirs, mine }: StaleEdit): Line[] => {
  const now = rowValues(fields, theirs)
  return changedNames(base, now).map((name) => ({
    name,
    before: base[name],
    theirs: now[name],
    mine: name in mine ? mine[name] : now[name],
  }))
}

const columnsOf = (words: ResourceWords): readonly Column<Line>[] => {
  const show = (name: string, value: unknown) =>
    words.find(`values.${name}.${String(value)}`) ?? (value === null || value === '' ? '–' : String(value))
  return [
    {
      id: 'field',
      header: words.word('stale.field'),
      cell: ({ name }) => words.word(`fields.${name}.label`),
    },
    { id: 'before', header: words.word('stale.before'), cell: ({ name, before }) => show(name, before) },
    { id: 'theirs', header: words.word('stale.theirs'), cell: ({ name, theirs }) => show(name, theirs) },
    { id: 'mine', header: words.word('stale.mine'), cell: ({ name, mine }) => show(name, mine) },
  ]
}

/** Somebody else saved first: shows what they changed; the person takes theirs, or saves their own over it. */
export const StaleEditDialog = ({
  stale,
  fields,
  words,
  onClose,
  onReload,
  onOverwrite,
}: {
  stale: StaleEdit | null
  fields: readonly FormFieldDeclaration[]
  words: ResourceWords
  onClose: () => void
  onReload: (theirs: Row) => void
  onOverwrite: (stale: StaleEdit) => void
}) => {
  if (!stale) return null
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={words.word('stale.title')}
      description={words.word('stale.text')}
      footer={
        <>
          <Button onClick={() => onReload(stale.theirs)}>{words.word('stale.reload')}</Button>
          <Button variant="danger" onClick={() => onOverwrite(stale)}>
            {words.word('stale.overwrite')}
          </Button>
        </>
      }
    >
      <Table<Line>
        caption={words.word('stale.title')}
        columns={columnsOf(words)}
        rows={linesOf(fields, stale)}
        rowKey={({ name }) => name}
      />
    </Dialog>
  )
}
