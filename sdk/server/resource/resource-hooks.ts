import type { Choice, Transaction, UsageCheck } from '@spawnpoint/sdk/common'
import type { BodyOf, RowOf, StoredRowOf } from '@spawnpoint/sdk/resource'
import type { Actor, EndpointFailure } from '../answer.ts'
import type { ResourceSectionOptions } from './resource-section.ts'

/** Makes a declared failure; `fields` shows its message beside a field. @example const refuse = (fail: ResourceFail) => fail('IN_USE', { fields: { name: 'IN_USE' } }) */
export type ResourceFail = (
  code: string,
  more?: { details?: Readonly<Record<string, string | number>>; fields?: Readonly<Record<string, string>> },
) => EndpointFailure

/** Input of a write check. @example const isRenamed = ({ values }: WriteContext<typeof locations>) => values.name !== undefined */
export interface WriteContext<X> {
  readonly tx: Transaction
  readonly actor: Actor
  /** The row as it was; null when it is being created. */
  readonly before: StoredRowOf<X> | null
  /** Values to write: all of them on create, only the changes on edit. */
  readonly values: Partial<BodyOf<X>>
  readonly fail: ResourceFail
}

/** Server behavior of a resource beyond its declaration. @example const hooks: ResourceHooks<typeof departments> = { present: async (rows) => rows } */
export interface ResourceHooks<X> {
  /** Its rows belong to the configuration of the instance, which `npm run admin -- config` writes and reads. */
  readonly configuration?: ResourceSectionOptions
  /** Fields that `npm run admin -- export` leaves out, because they are secrets. */
  readonly export?: { readonly omit: readonly string[] }
  /** The choices of the fields declared with `optionsFrom`. */
  readonly options?: Readonly<
    Record<
      string,
      (input: { query: Readonly<Record<string, string>>; fail: ResourceFail }) => Promise<readonly Choice[]>
    >
  >
  /** Checks a write before its transaction begins: the place to ask other services that may be slow. */
  beforeTransaction?(
    context: Omit<WriteContext<X>, 'tx' | 'before'> & { readonly id: string | null },
  ): Promise<void>
  /** Checks a write inside its transaction and may change or add values. */
  beforeWrite?(context: WriteContext<X>): Promise<Readonly<Record<string, unknown>>>
  /** Checks a deletion inside its transaction; the row is locked. */
  beforeDelete?(
    context: Pick<WriteContext<X>, 'tx' | 'actor' | 'fail'> & { readonly row: StoredRowOf<X> },
  ): Promise<void>
  /** Counts what uses the row, by name; it is not deleted while there is any. */
  usage?: UsageCheck
  /** Adds the computed fields to rows that are about to be answered. */
  present?(rows: readonly StoredRowOf<X>[]): Promise<readonly RowOf<X>[]>
}
