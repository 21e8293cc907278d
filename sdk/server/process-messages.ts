import { defineService } from '@spawnpoint/sdk/common'

/**
 * Short messages between the processes of one instance, for what is only shown: one that nobody hears is lost. What has
 * to arrive is an event.
 *
 * @example answer(saveNote, { messages: ProcessMessages }, async ({ body, messages }) => { await messages.send('acme:seen', body.text); return { id: '1', text: body.text } })
 */
export interface ProcessMessagesService {
  /** Every process hears it, this one too. `topic` has 64 characters at most and `text` 2,000. */
  send(topic: string, text: string): Promise<void>
  /** Hears the messages of a topic; returns its undo. */
  on(topic: string, listener: (text: string) => void): () => void
}

/** The token of {@link ProcessMessagesService}. @example answer(saveNote, { messages: ProcessMessages }, handleSaveNote) */
export const ProcessMessages = defineService<ProcessMessagesService>('kernel.process-messages')
