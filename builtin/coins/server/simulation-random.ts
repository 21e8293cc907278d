/** A number between 0 and 1 that looks random; the same seed gives the same numbers. */
export type Random = () => number

/** Stands alone because the worker, which loads no other module of the server, and the tests draw from it. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One seed out of several numbers. */
export function mixSeed(...parts: readonly number[]): number {
  let hash = 0x811c9dc5
  for (const part of parts) {
    hash = Math.imul(hash ^ (part & 0xffff), 0x01000193)
    hash = Math.imul(hash ^ (part >>> 16), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}
