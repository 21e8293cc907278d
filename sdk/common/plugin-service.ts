import type { OpenTransaction } from './resource/define-resource.ts'

/** The added plugin for which a service is made. @example const nameOf = ({ id, title }: PluginCaller) => `${title} (${id})` */
export interface PluginCaller {
  readonly id: string
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

type TakesTransaction<F> = F extends (...args: infer A) => unknown
  ? A extends readonly [OpenTransaction, ...(readonly unknown[])]
    ? true
    : false
  : false

/**
 * A service as an added plugin reaches it: without the methods that take part in a transaction of their caller, which no
 * added plugin can offer.
 *
 * @example const readable: keyof Served<{ read(id: string): Promise<string>; write(tx: OpenTransaction): Promise<void> }> = 'read'
 */
export type Served<T> =
  T extends ForPlugins<infer S>
    ? S
    : { readonly [K in keyof T as TakesTransaction<T[K]> extends true ? never : K]: T[K] }
