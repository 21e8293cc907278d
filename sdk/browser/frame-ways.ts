import type { AnyEndpoint } from '@spawnpoint/sdk/common'

interface FrameWays {
  sendForm: ((endpoint: AnyEndpoint, form: FormData, params: unknown) => Promise<unknown>) | null
  saveFile: ((name: string, content: Blob) => void) | null
}

/** Set in the document of a plugin's frame, which neither reaches the server nor saves files: its page does both. */
export const frameWays: FrameWays = { sendForm: null, saveFile: null }
