// Both sides of installed packages build and check these addresses.

/** Where a plugin's files lie; all of its scripts, and nobody else's, begin with it. */
export const pluginFolder = (id: string): string => `/assets/plugins/${id}/`

export const FRAME_PATH = '/plugin-frame/'
