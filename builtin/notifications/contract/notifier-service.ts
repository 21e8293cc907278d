import { defineService, type ForPlugins } from '@spawnpoint/sdk/common'

/** A user is told at most so many things a day (UTC) by one plugin. */
export const MOST_A_DAY = 20

export interface NotifierRequest {
  /** Id of the user. */
  readonly user: string
  /** One sentence of at most 200 characters; the name of the plugin stands before it. */
  readonly text: string
  /** The page that it is about, from the root of the site. */
  readonly link?: string
  /** The same key notifies a user once. */
  readonly key?: string
}

/** `unknown`: nobody has this id. `too-many`: the user has heard enough of this plugin today. */
export type NotifierAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'unknown' | 'too-many' }

/** Notifications in the name of an added plugin. They reach a user by the ways that the user has chosen for this kind. */
export interface NotifierService {
  /** Rejects with `E_SERVICE_REQUEST` for a request that is none. */
  notify(request: NotifierRequest): Promise<NotifierAnswer>
}

export const Notifier = defineService<ForPlugins<NotifierService>>('notifications.notifier')
