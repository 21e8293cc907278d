import type { OpenTransaction } from './resource/define-resource.ts'

/** The added plugin for which a service is made. @example const nameOf = ({ id, title }: PluginCaller) => `${title} (${id})` */
export interface PluginCaller {
  readonly id: string
  /** All that it was granted, for services that do for it what it may do by itself, such as a call to a host. */
  readonly capabilities: readonly string[]
  /** As the manifest says it; `%key%` is one of the plugin's messages. */
  readonly title: string
}

/**
 * A service that each added plugin gets for itself, so that it knows who calls; made by `forPlugins`. Its methods are
 * asynchronous, and take and answer plain data.
 *
 * @example const Notes = defineService<ForPlugins<{ count(user: string): Promise<number> }>>('notes.count')
 */
export interface ForPlugins<T> {
  readonly kind: 'for-plugins'
  serve(caller: PluginCaller): T
}

type Method = (...args: never[]) => unknown

/** `true` for what holds a method of its own, such as a transaction, a stream or a callback: none of it travels as data. */
type NoData<T> = T extends string | number | boolean | bigint | null | undefined | Date | Uint8Array
  ? never
  : T extends Method | OpenTransaction
    ? true
    : T extends readonly unknown[] | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
      ? never
      : { readonly [K in keyof T]-?: NonNullable<T[K]> extends Method ? true : never }[keyof T]

/** An argument that may be left out keeps no method away. */
type NoDataAmong<A extends readonly unknown[]> = Exclude<
  { readonly [I in keyof A]: undefined extends A[I] ? never : NoData<A[I]> }[number],
  undefined
>

type CanServe<F> = F extends (...args: infer A) => infer R
  ? [NoDataAmong<A> | NoData<Awaited<R>>] extends [never]
    ? true
    : false
  : false

/**
 * A service as an added plugin reaches it: its methods that take and answer plain data. Others have no way to a plugin:
 * those that take part in a transaction of their caller, take a callback or a stream, or answer with one.
 *
 * @example const readable: keyof Served<{ read(id: string): Promise<string>; write(tx: OpenTransaction): Promise<void> }> = 'read'
 */
export type Served<T> =
  T extends ForPlugins<infer S>
    ? S
    : { readonly [K in keyof T as CanServe<T[K]> extends true ? K : never]: T[K] }

/** Refuses, in types, the token of a service of which nothing can be served. @example type Fine = Servable<{ read(): Promise<string> }> */
export type Servable<T> = [keyof Served<T>] extends [never]
  ? { readonly 'no method of this service can be served to a plugin': never }
  : unknown
