import {
  fieldsOf,
  routeOf,
  type ColumnOptions,
  type FieldSpec,
  type Resource,
} from '@spawnpoint/sdk/resource'
import { Button, LinkButton, Menu, RowLink, type Column, type MenuItem } from '@spawnpoint/sdk/ui'
import { MoreHorizontal, Pencil, Trash2 } from '@spawnpoint/sdk/ui/icons'
import type { ReactNode } from 'react'
import { useCan } from '../hooks.ts'
import { useHost } from '../host.ts'
import { ListCell } from './list-cell.tsx'
import type { ResourceTexts } from './resource-texts.ts'
import type { Drawn, Row } from './resource-view.ts'

const numbers = new Set(['integer', 'number', 'coins'])
const choices = new Set(['boolean', 'choice'])

const dated: FieldSpec = { kind: 'dateTime', column: { sort: true } }

/** The fields that the list and the delete page show, the dates last. */
export const shownFields = (resource: Resource): readonly (readonly [name: string, spec: FieldSpec])[] => [
  ...fieldsOf(resource, ({ column }) => column !== undefined),
  ...resource.dates.map((name) => [name, dated] as const),
]

/** The row's name leads to its form for whoever may edit. */
const TitleCell = ({ row, drawn, children }: { row: Row; drawn: Drawn; children: ReactNode }) => {
  const host = useHost()
  const { resource } = drawn
  if (!useCan(resource.permissions.edit)) return children
  return <RowLink to={host.pathTo(routeOf(resource, 'edit'), { id: row.id })}>{children}</RowLink>
}

type RowProps = { readonly row: Row; readonly drawn: Drawn; readonly texts: ResourceTexts }

const useRowRights = ({ row, drawn: { resource, view } }: RowProps) => ({
  canEdit: useCan(resource.permissions.edit),
  canDelete: useCan(resource.permissions.delete),
  name: String(row[resource.title] ?? row.id),
  params: { id: row.id },
  kept: view.keptBecause?.(row) ?? null,
})

/** Beside an action of the view, the others have their place in a menu. */
const RowMenu = (props: RowProps) => {
  const host = useHost()
  const { canEdit, canDelete, name, params, kept } = useRowRights(props)
  const { drawn, texts } = props
  const pathTo = (page: 'edit' | 'delete') => host.pathTo(routeOf(drawn.resource, page), params)
  const remove = {
    id: 'delete',
    label: texts.text('list.delete'),
    icon: <Trash2 aria-hidden />,
    danger: true,
  }
  const items: MenuItem[] = []
  if (canEdit)
    items.push({
      id: 'edit',
      label: texts.text('list.edit'),
      icon: <Pencil aria-hidden />,
      to: pathTo('edit'),
    })
  if (canDelete && kept === null) items.push({ ...remove, to: pathTo('delete') })
  if (canDelete && kept !== null)
    items.push({
      ...remove,
      disabled: true,
      mark: <span className="sp-hint">{texts.text(kept)}</span>,
      onSelect: () => {},
    })
  if (items.length === 0) return null
  const label = texts.text('list.actionsFor', { name })
  return <Menu label={label} hideLabel size="sm" icon={<MoreHorizontal aria-hidden />} items={items} />
}

const RowButtons = (props: RowProps) => {
  const host = useHost()
  const { canEdit, canDelete, name, params, kept } = useRowRights(props)
  const { resource, view } = props.drawn
  const { texts } = props
  if (view.RowActions)
    return (
      <span className="sp-actions flex-nowrap">
        <view.RowActions row={props.row} />
        <RowMenu {...props} />
      </span>
    )
  return (
    <span className="sp-actions">
      {canEdit && (
        <LinkButton
          to={host.pathTo(routeOf(resource, 'edit'), params)}
          variant="ghost"
          size="sm"
          className="sp-button-icon"
          title={texts.text('list.edit')}
          aria-label={texts.text('list.editRow', { name })}
          icon={<Pencil aria-hidden />}
        />
      )}
      {canDelete && kept !== null && (
        <Button
          variant="ghost"
          size="sm"
          className="sp-button-icon"
          disabled
          title={texts.text(kept)}
          aria-label={texts.text('list.deleteRow', { name })}
          icon={<Trash2 aria-hidden />}
        />
      )}
      {canDelete && kept === null && (
        <LinkButton
          to={host.pathTo(routeOf(resource, 'delete'), params)}
          variant="ghost"
          size="sm"
          className="sp-button-icon"
          title={texts.text('list.delete')}
          aria-label={texts.text('list.deleteRow', { name })}
          icon={<Trash2 aria-hidden />}
        />
      )}
    </span>
  )
}

/** The value of a field in a row. */
export const cellOf = ({ view }: Drawn, texts: ResourceTexts, name: string, spec: FieldSpec, row: Row) =>
  view.cells?.[name]?.(row) ?? <ListCell {...{ name, spec, texts }} value={row[name]} />

/** Places in a phone's row: the first choice is the badge, two more fields are facts, all else is in the row's page. */
const phonePlaces = (resource: Resource): Readonly<Record<string, NonNullable<ColumnOptions['phone']>>> => {
  const fields = shownFields(resource).filter(([name]) => name !== resource.title)
  const free = fields.filter(([, { column }]) => column?.phone === undefined)
  const hasOwn = (place: string) => fields.some(([, { column }]) => column?.phone === place)
  const badge = hasOwn('badge') ? undefined : free.find(([, { kind }]) => choices.has(kind))?.[0]
  const isFact = ([name, { kind }]: (typeof fields)[number]) =>
    !choices.has(kind) && !resource.dates.some((date) => date === name)
  const facts = hasOwn('meta')
    ? []
    : free
        .filter(isFact)
        .slice(0, 2)
        .map(([name]) => name)
  const placeOf = (name: string) => {
    if (name === badge) return 'badge'
    return facts.includes(name) ? 'meta' : 'hidden'
  }
  return Object.fromEntries(fields.map(([name, { column }]) => [name, column?.phone ?? placeOf(name)]))
}

/** The table's columns: those declared, and one of buttons. */
export function listColumns(drawn: Drawn, texts: ResourceTexts): readonly Column<Row>[] {
  const { title } = drawn.resource
  const places = phonePlaces(drawn.resource)
  // A phone's row has no room for the mark of what is not there.
  const isBare = (name: string, row: Row) => !drawn.view.cells?.[name] && (row[name] ?? '') === ''
  const listed = shownFields(drawn.resource).filter(([, { column }]) => column?.list !== 'hidden')
  const declared = listed.map(([name, spec]): Column<Row> => ({
    id: name,
    phoneLabel: numbers.has(spec.kind),
    phone: name === title ? 'title' : (places[name] ?? 'hidden'),
    header: texts.column(name),
    sortable: spec.column?.sort ?? false,
    align: numbers.has(spec.kind) && !spec.column?.code ? 'end' : 'start',
    cell: (row) => {
      const cell = cellOf(drawn, texts, name, spec, row)
      return name === title ? <TitleCell {...{ row, drawn }}>{cell}</TitleCell> : cell
    },
    ...(name !== title && {
      phoneCell: (row) => (isBare(name, row) ? null : cellOf(drawn, texts, name, spec, row)),
    }),
  }))
  const buttons: Column<Row> = {
    id: '$actions',
    header: texts.text('list.actions'),
    hideHeader: true,
    align: 'end',
    cell: (row) => <RowButtons {...{ row, drawn, texts }} />,
  }
  return [...declared, buttons]
}
