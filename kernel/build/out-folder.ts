/** Where the built shell stands, below the root. */
export const outFolder = 'dist'
