// Up to 2^13 rounds, about half a second: a costlier hash would slow every log-in down while it is there.
const bcrypt = /^\$2[aby]\$(0[4-9]|1[0-3])\$[./A-Za-z0-9]{53}$/

/** True for a bcrypt hash that log-ins can check. */
export const isForeignHash = (hash: string): boolean => bcrypt.test(hash)
