/** In bytes. */
export const largestImage = 5 * 1024 * 1024
export const longestName = 64
