import type { Resource, RowOf } from '@spawnpoint/sdk/resource'
import type { ComponentType, ReactNode } from 'react'

/** A row as the server answered it. @example const nameOf = (row: Row) => row['name'] */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }

/** A row of a declared resource. @example const name = ({ name }: ViewRow<typeof roles>) => name */
export type ViewRow<X> = X extends Resource ? RowOf<X> : never

/** Parts of a resource's pages beyond its declaration, see {@link defineResourceView}. @example const view: ResourceView<ViewRow<typeof roles>> = { cells: { name: ({ name }) => name } } */
export interface ResourceView<R> {
  /** Draws a column in a way of its own. */
  readonly cells?: Readonly<Record<string, (row: R) => ReactNode>>
  /** Why a row cannot be deleted, as a message of the plugin; null where it can. */
  readonly keptBecause?: (row: R) => string | null
  /** Drawn before the edit and delete buttons of a row. */
  readonly RowActions?: ComponentType<{ readonly row: R }>
  /** Drawn beside the button that creates a row, at the top of the list page. */
  readonly ListActions?: ComponentType
  /** Drawn above the list. */
  readonly BeforeList?: ComponentType
  /** Drawn above the form of the edit page. */
  readonly BeforeForm?: ComponentType<{ readonly row: R }>
  /** Drawn below the form; `row` is null on the create page. */
  readonly AfterForm?: ComponentType<{ readonly row: R | null }>
}

/**
 * Replaces columns of a resource's list or adds to its pages; the default export of the module that the manifest names
 * as `view`.
 *
 * @example
 * export default defineResourceView<typeof roles>({
 *   cells: { name: ({ name, color }) => <RoleBadge name={name} color={color} /> },
 * })
 */
export const defineResourceView = <X extends Resource>(view: ResourceView<RowOf<X>>): ResourceView<Row> =>
  // Rows have the declared fields, which the types are made from.
  view as unknown as ResourceView<Row>

/** Resource and view in one, as the pages take them. */
export interface Drawn {
  readonly resource: Resource
  readonly view: ResourceView<Row>
}
