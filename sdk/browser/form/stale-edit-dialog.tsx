import { Button, Dialog, Table, type Column } from '@spawnpoint/sdk/ui'
import { useT } from '../hooks.ts'
import { SHELL } from '../host.ts'
import type { FormTexts } from './form-texts.ts'
import { changedNames, rowValues, type FormField, type FormValues } from './form-values.ts'

/**
 * An edit of a row that was saved by someone else meanwhile: the values it started from, the stored row, the edit.
 *
 * @example const stale: StaleEdit<{ name: string }> = { base: { name: 'Ada' }, theirs: { name: 'Grace' }, mine: { name: 'Edith' } }
 */
export interface StaleEdit<Row extends Readonly<Record<string, unknown>>> {
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

const linesOf = (
  fields: readonly FormField[],
  { base, theirs, mine }: StaleEdit<Readonly<Record<string, unknown>>>,
): Line[] => {
  const now = rowValues(fields, theirs)
  return changedNames(base, now).map((name) => ({
    name,
    before: base[name],
    theirs: now[name],
    mine: name in mine ? mine[name] : now[name],
  }))
}

const show = (texts: FormTexts, name: string, value: unknown) => {
  if (value === null || value === '') return '–'
  return typeof value === 'object' ? JSON.stringify(value) : texts.value(name, String(value))
}

const useColumns = (texts: FormTexts): readonly Column<Line>[] => {
  const t = useT(SHELL)
  return [
    { id: 'field', header: t('resource.stale.field'), cell: ({ name }) => texts.label(name) },
    {
      id: 'before',
      phone: 'line',
      header: t('resource.stale.before'),
      cell: ({ name, before }) => show(texts, name, before),
    },
    {
      id: 'theirs',
      phone: 'line',
      header: t('resource.stale.theirs'),
      cell: ({ name, theirs }) => show(texts, name, theirs),
    },
    {
      id: 'mine',
      phone: 'line',
      header: t('resource.stale.mine'),
      cell: ({ name, mine }) => show(texts, name, mine),
    },
  ]
}

/**
 * Someone else saved first: shows their changes; the person loads their version or keeps the own one.
 *
 * @example <StaleEditDialog stale={null} fields={fields} texts={texts} onClose={close} onReload={edit} onOverwrite={({ mine }) => void save(mine)} />
 */
export const StaleEditDialog = <Row extends Readonly<Record<string, unknown>>>({
  stale,
  fields,
  texts,
  onClose,
  onReload,
  onOverwrite,
}: {
  stale: StaleEdit<Row> | null
  fields: readonly FormField[]
  texts: FormTexts
  onClose: () => void
  onReload: (theirs: Row) => void
  onOverwrite: (stale: StaleEdit<Row>) => void
}) => {
  const t = useT(SHELL)
  const columns = useColumns(texts)
  if (!stale) return null
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('resource.stale.title')}
      description={t('resource.stale.text')}
      footer={
        <>
          <Button onClick={() => onReload(stale.theirs)}>{t('resource.stale.reload')}</Button>
          <Button variant="danger" onClick={() => onOverwrite(stale)}>
            {t('resource.stale.overwrite')}
          </Button>
        </>
      }
    >
      <Table<Line>
        caption={t('resource.stale.title')}
        columns={columns}
        rows={linesOf(fields, stale)}
        rowKey={({ name }) => name}
      />
    </Dialog>
  )
}
