/** The words that stand in the names of secrets, as the source of a pattern. */
export const SECRET_WORDS =
  'pass(?!ed|es|ing|age|ive)|secret|token|totp|(?:^|_)otp|api_?key|private_?key|authorization|cookie|credential|cvc|card_?number'

const secretName = new RegExp(`${SECRET_WORDS}|(?:pin|session|card)$`, 'i')

/** True when a value under this name may be a secret. @example isSecretName('smtp_pass') // true */
export const isSecretName = (name: string): boolean => secretName.test(name)

const deepest = 8

/** How secrets are hidden. @example const options: HideOptions = { mask: '[cut]' } */
export interface HideOptions {
  readonly isHidden?: (name: string) => boolean
  readonly mask?: string
  /** Longer lists are cut. */
  readonly longestList?: number
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The address of an authenticator app is a secret as a whole. */
const authenticator = /\botpauth:\S*/gi
const pairOfAddress = /([?&#])([^\s?&#=]+)=([^\s?&#"'<>]+)/g

const nameOf = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded)
  } catch {
    // Not encoded after all.
    return encoded
  }
}

const hideInText = (text: string, { isHidden, mask }: Required<Pick<HideOptions, 'isHidden' | 'mask'>>) =>
  text
    .replace(authenticator, () => mask)
    .replace(pairOfAddress, (pair, mark: string, name: string) =>
      isHidden(nameOf(name)) ? `${mark}${name}=${mask}` : pair,
    )

/** A copy of text, lists and plain objects without the values under names of secrets, in addresses too. @example hideSecrets({ token: 'x', page: 2 }) // { token: '•••', page: 2 } */
export function hideSecrets(value: unknown, options: HideOptions = {}): unknown {
  const { isHidden = isSecretName, mask = '•••', longestList = Infinity } = options
  const copy = (part: unknown, depth: number): unknown => {
    if (typeof part === 'string') return hideInText(part, { isHidden, mask })
    if (typeof part !== 'object' || part === null) return part
    if (depth > deepest) return '…'
    if (Array.isArray(part)) return part.slice(0, longestList).map((each) => copy(each, depth + 1))
    if (!isPlain(part)) return part
    return Object.fromEntries(
      Object.entries(part).map(([name, each]) => [name, isHidden(name) ? mask : copy(each, depth + 1)]),
    )
  }
  return copy(value, 0)
}
