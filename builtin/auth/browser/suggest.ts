const adjectives = ['brave', 'calm', 'clever', 'eager', 'fast', 'gentle', 'happy', 'keen', 'lucky', 'quiet']
const animals = ['badger', 'falcon', 'fox', 'heron', 'lynx', 'marten', 'otter', 'raven', 'seal', 'wolf']
// Without those that are taken for one another when read aloud or copied by hand.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_.!'

/** 60 characters of 16 places: 94 bits. */
const PASSWORD_LENGTH = 16

/** Each number below `bound` as often as any other. */
const pick = (bound: number): number => {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn < Math.floor(2 ** 32 / bound) * bound ? drawn % bound : pick(bound)
}

export const suggestPassword = (): string =>
  Array.from({ length: PASSWORD_LENGTH }, () => alphabet.charAt(pick(alphabet.length))).join('')

export const suggestUsername = (): string =>
  `${adjectives[pick(adjectives.length)]}-${animals[pick(animals.length)]}-${String(pick(10_000)).padStart(4, '0')}`
