import { createContext } from 'react'

export const RENDER_TIME = 'E_RENDER_TIME'

/** A part has suspended for so long that what it waits for will not come. By its message: one from a frame has no other mark. */
export const isWaitedTooLong = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(RENDER_TIME)

/** False for tools that float over the page: what stands in for them would stand below it. */
export const HasRoom = createContext(true)
