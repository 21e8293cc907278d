import { WebhookMessages, type WebhookMessagesService } from '@spawnpoint/contracts/webhooks'
import type { PluginServices } from '@spawnpoint/sdk/server'
import type { Message } from './compose-message.ts'
import type { Settings } from './settings.ts'

/** Sends, repeats and keeps the messages. */
export function messagesOf(services: PluginServices): WebhookMessagesService {
  const messages = services.find(WebhookMessages)
  // The manifest depends on webhooks, so they can be missing only while both are being switched off.
  if (!messages) throw new Error('the plugin "webhooks" is off')
  return messages
}

/** Discord answers only once it has the message: `wait` makes a refusal visible. Null while no webhook is set. */
export const channelOf = ({ webhook_url: url, signing_secret: secret }: Settings) =>
  url === undefined ? null : { address: `${url}?wait=true`, secret }

export const bodyOf = (message: Message, { username }: Settings): string =>
  JSON.stringify({ ...message, username })
