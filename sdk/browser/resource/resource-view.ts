import type { AnyEndpoint, Resource, ResourceEndpoints } from '@spawnpoint/sdk/common'
import type { SelectOption, Tone } from '@spawnpoint/sdk/ui'
import type { ComponentType, ReactNode } from 'react'

/** What a browser knows of a resource: all of its declaration but the schema. @example const view: ResourceView = locations */
export type ResourceView = Pick<Resource, 'id' | 'path' | 'columns' | 'permissions' | 'title'>

/** A row as the server answered it. @example row['name'] */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }

/** What makes the choices of a select. @example { endpoint: listPanelEggs, query: { category: 'categoryId' } } */
export interface ChoicesFrom {
  /** A GET endpoint that replies with `choicesReply`. */
  readonly endpoint: AnyEndpoint
  /** Query key → name of the field whose value it takes. Until that field has one, there is nothing to choose. */
  readonly query?: Readonly<Record<string, string>>
}

/**
 * A field of the create and edit pages. Its words are `<id>.fields.<name>.label` and `.hint`, where `{{timeZone}}` is
 * the instance's; those of an option `<id>.values.<name>.<option>`. The value of a `date` is a day, such as `2027-12-31`.
 *
 * @example { name: 'status', kind: 'select', options: ['online', 'offline'], initial: 'online' }
 */
export interface FormFieldDeclaration {
  readonly name: string
  readonly kind: 'text' | 'textarea' | 'number' | 'select' | 'switch' | 'color' | 'date' | 'time' | 'secret'
  readonly options?: readonly string[]
  readonly optionsFrom?: ChoicesFrom
  /** Left empty, the field is null. */
  readonly optional?: boolean
  /** What the create page begins with. */
  readonly initial?: string | number | boolean | null
  /** Only on the create page. */
  readonly createOnly?: boolean
  readonly rows?: number
}

/** The part of a zod schema that a form needs. */
export interface FormSchema {
  safeParse(
    values: unknown,
  ):
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: { readonly issues: readonly FormIssue[] } }
}

/** A problem as zod reports it. */
export interface FormIssue {
  readonly code: string
  readonly message: string
  readonly path: readonly PropertyKey[]
  readonly input?: unknown
  readonly origin?: string
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
}

/** How the pages of a resource are drawn. @example { endpoints: locationEndpoints, form: [{ name: 'name', kind: 'text' }], tones: { online: 'success' } } */
export interface ResourcePagesOptions {
  readonly endpoints: ResourceEndpoints
  readonly form?: readonly FormFieldDeclaration[]
  /** Fetched with the form, never with the list. */
  readonly schema?: () => Promise<FormSchema>
  /** Colours of the values of `status` columns. */
  readonly tones?: Readonly<Record<string, Tone>>
  /** Draws a column in a way of its own. */
  readonly cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  /** Drawn before the edit and delete buttons of a row. */
  readonly RowActions?: ComponentType<{ readonly row: Row }>
  /** Drawn above the table, such as cards with totals. */
  readonly Before?: ComponentType
  /** Drawn below the form; `row` is null on the create page. */
  readonly AfterForm?: ComponentType<{ readonly row: Row | null }>
}

/** Options and resource in one, as the views take them. */
export interface Drawn extends ResourcePagesOptions {
  readonly resource: ResourceView
}

/** Choices as an endpoint replies with them. */
export type Choices = readonly SelectOption[]
