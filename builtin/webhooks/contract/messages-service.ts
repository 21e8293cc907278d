import { defineService, type ForPlugins } from '@spawnpoint/sdk/common'
import type { DeliveryProblem, DeliveryStatus } from './schemas.ts'

/** As many messages of one plugin wait at most. */
export const MOST_WAITING = 1_000

export interface WebhookTestRequest {
  /**
   * Where the message goes: https, at a host that the manifest names as `http.external:<host>`. It is stored sealed, since
   * an address may carry the right to write to it.
   */
  readonly address: string
  /** JSON text of at most 65,536 characters, sent as it is. */
  readonly body: string
  /** Ids of the users that the body names: the message is deleted with them. At most 50. */
  readonly people?: readonly string[] | undefined
  /** Signs the message by Standard Webhooks: `whsec_` with base64, or 24 to 200 characters that are the key as they are. */
  readonly secret?: string | undefined
}

export interface WebhookMessageRequest extends WebhookTestRequest {
  /** Up to 60 letters, digits and `.:_-`, shown in lists. */
  readonly event: string
  /** 1 to 150 characters of the plugin's own: the same key is one message, as long as it is kept. */
  readonly key: string
}

/** `too-many`: so many messages of the plugin wait that no more are taken. */
export type WebhookMessageAnswer =
  | {
      readonly ok: true
      readonly id: string
      /** The key was used before: nothing was added. */
      readonly repeated: boolean
      /** `held`: the address is paused, and staff have to resume it. */
      readonly status: DeliveryStatus
    }
  | { readonly ok: false; readonly reason: 'too-many' }

export interface WebhookReplayRequest {
  readonly id: string
  /** Another address than the first time, with its secret. */
  readonly to?: Pick<WebhookTestRequest, 'address' | 'secret'> | undefined
}

/** `unknown`: the plugin has no such message. `under-way`: it is not finished. `paused`: its address is paused. */
export type WebhookReplayAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'unknown' | 'under-way' | 'paused' }

/** A message as lists show it: without its address. */
export interface WebhookMessage {
  readonly id: string
  readonly event: string
  readonly host: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly problem: DeliveryProblem | null
  readonly httpStatus: number | null
  readonly createdAt: Date
  /** When it is tried again. */
  readonly nextAt: Date | null
}

export interface WebhookListRequest {
  readonly status?: DeliveryStatus | undefined
  /** The id of the last one that was seen. */
  readonly before?: string | undefined
  /** 25 unless given, 100 at most. */
  readonly limit?: number | undefined
}

/**
 * Messages of an added plugin to services outside, sent like those of the operator's webhooks: logged, tried again for more
 * than a day, and held while their address is paused. 400, 401, 403, 404 and 410 are final. Requests that are none reject
 * with `E_SERVICE_REQUEST`, addresses at hosts that the manifest does not name with `E_HOST`.
 */
export interface WebhookMessagesService {
  send(request: WebhookMessageRequest): Promise<WebhookMessageAnswer>
  /** Sends once, to a paused address too, and blames the address for nothing. */
  test(request: WebhookTestRequest): Promise<WebhookMessageAnswer>
  /** Sends a finished message again, with the same id. */
  replay(request: WebhookReplayRequest): Promise<WebhookReplayAnswer>
  /** The newest first. */
  list(
    request?: WebhookListRequest,
  ): Promise<{ readonly messages: readonly WebhookMessage[]; readonly hasMore: boolean }>
}

/** Named in the manifest of an added plugin as `server.services:webhooks.messages`. */
export const WebhookMessages = defineService<ForPlugins<WebhookMessagesService>>('webhooks.messages')

/** The capability by which a manifest asks for it. */
export const webhookMessagesCapability = `server.services:${WebhookMessages.id}`
