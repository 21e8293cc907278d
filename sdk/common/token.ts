declare const provided: unique symbol

/**
 * The name under which one plugin offers a service to others.
 * `T` is the service's interface; at run time a token is only its id.
 *
 * @example
 * export const Ledger = defineService<LedgerService>('coins.ledger')
 */
export interface ServiceToken<T> {
  readonly kind: 'service'
  readonly id: string
  readonly optional?: boolean
  /** Asks for all members of a family. */
  readonly every?: boolean
  readonly [provided]?: T
}

/**
 * Declares a service token.
 *
 * @param id unique over all plugins, `<plugin>.<service>`
 * @example
 * export const Profiles = defineService<{ find(id: UserId): Promise<Profile | null> }>('users.profiles')
 */
export function defineService<T>(id: string): ServiceToken<T> {
  return { kind: 'service', id }
}

/** A service that may be absent: its provider can be switched on and off while the product runs. @example await mail.get()?.send({ to: 'ada@example.com', subject: 'Hello' }) */
export interface Live<T> {
  /** The service now, or null while no plugin provides it. Ask each time; do not keep the answer. */
  get(): T | null
}

/**
 * Marks a used service as optional.
 *
 * @example
 * answer(saveNote, { mail: optional(Mail) }, handleSaveNote)
 */
export function optional<T>(token: ServiceToken<T>): ServiceToken<Live<T>> {
  return { kind: 'service', id: token.id, optional: true }
}

/**
 * The token of one plugin's member of a family: a service of which each plugin may offer its own.
 *
 * @example const own = memberOf(defineService<readonly string[]>('notes.colors'), 'acme-notes')
 */
export const memberOf = <T>(family: ServiceToken<T>, plugin: string): ServiceToken<T> => ({
  kind: 'service',
  id: `${family.id}:${plugin}`,
})

/**
 * All members of a family that are running now, in the order of their tokens; null while there is none.
 *
 * @example const all = every(defineService<readonly string[]>('notes.colors'))
 */
export const every = <T>(family: ServiceToken<T>): ServiceToken<Live<readonly T[]>> => ({
  kind: 'service',
  id: family.id,
  optional: true,
  every: true,
})

/** The services behind a record of tokens. @example type Used = ServicesOf<{ db: typeof Database }> */
export type ServicesOf<U extends Record<string, ServiceToken<unknown>>> = {
  readonly [K in keyof U]: U[K] extends ServiceToken<infer T> ? T : never
}
