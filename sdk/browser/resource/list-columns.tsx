import { LinkButton, type Column } from '@spawnpoint/sdk/ui'
import { Pencil, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useCan, useFormat } from '../hooks.ts'
import { useHost } from '../host.ts'
import { ListCell } from './list-cell.tsx'
import type { Drawn, Row } from './resource-view.ts'
import type { ResourceWords } from './resource-words.ts'

const atEnd = new Set(['number', 'coins'])

const RowButtons = ({ row, drawn, words }: { row: Row; drawn: Drawn; words: ResourceWords }) => {
  const host = useHost()
  const { resource, RowActions } = drawn
  const { edit, delete: remove } = resource.permissions
  const canEdit = useCan(edit ?? '')
  const canDelete = useCan(remove ?? '')
  const name = String(row[resource.title] ?? row.id)
  const params = { id: row.id }
  return (
    <span className="sp-actions">
      {RowActions && <RowActions row={row} />}
      {edit && canEdit && (
        <LinkButton
          to={host.pathTo(`${resource.id}-edit`, params)}
          variant="ghost"
          size="sm"
          className="sp-button-icon"
          title={words.word('list.edit')}
          aria-label={words.word('list.editRow', { name })}
          icon={<Pencil aria-hidden />}
        />
      )}
      {remove && canDelete && (
        <LinkButton
          to={host.pathTo(`${resource.id}-delete`, params)}
          variant="ghost"
          size="sm"
          className="sp-button-icon"
          title={words.word('list.delete')}
          aria-label={words.word('list.deleteRow', { name })}
          icon={<Trash2 aria-hidden />}
        />
      )}
    </span>
  )
}

/** The table's columns: those declared, and one of buttons. */
export function useListColumns(drawn: Drawn, words: ResourceWords): readonly Column<Row>[] {
  const format = useFormat()
  const { resource, cells = {}, tones = {} } = drawn
  const declared = resource.columns.map((column): Column<Row> => ({
    id: column.key,
    header: words.word(`columns.${column.key}`),
    sortable: column.sort ?? false,
    align: atEnd.has(column.kind ?? '') ? 'end' : 'start',
    cell: (row) =>
      cells[column.key]?.(row) ?? <ListCell {...{ column, words, format, tones }} value={row[column.key]} />,
  }))
  const buttons: Column<Row> = {
    id: '$actions',
    header: words.word('columns.actions'),
    hideHeader: true,
    align: 'end',
    cell: (row) => <RowButtons {...{ row, drawn, words }} />,
  }
  return [...declared, buttons]
}
