import { defineService } from '@spawnpoint/sdk/common'

export interface LinkRules {
  readonly coins: number
  /** Rewards a day and person. */
  readonly dailyLimit: number
  /** Seconds between start and return, at least and at most. */
  readonly minSeconds: number
  readonly expirySeconds: number
  /** Seconds after a reward until the next start. */
  readonly cooldownSeconds: number
}

/** A service that leads visitors through its own pages and then to an address of ours. */
export interface LinkProvider {
  readonly id: string
  readonly name: string
  /** Null while the operator has not turned it on and set it up. */
  rules(): LinkRules | null
  /** The address that leads to `target` in the end. Throws when the provider gives none. */
  createLink(target: string): Promise<string>
  /**
   * Asks the provider whether the visitor really came through, by the proof it appended to the target as `hash`.
   * Absent where the provider offers no such question. Throws when there is no answer, which pays nothing.
   * A proof pays once, whatever the provider answers when it is asked again.
   */
  verify?(hash: string): Promise<boolean>
}

export interface LinkProvidersService {
  /** Adds a provider; returns its undo. Throws `E_LINK_PROVIDER` for an id that is there already. */
  add(provider: LinkProvider): () => void
  list(): readonly LinkProvider[]
}

export const LinkProviders = defineService<LinkProvidersService>('links.providers')
