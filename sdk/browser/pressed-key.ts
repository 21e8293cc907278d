/**
 * The key of a shortcut in lower case. On a keyboard whose letters are not Latin, and where digits need the shift key, it
 * is the key that stands there on others. @example const opens = (event: KeyboardEvent) => event.ctrlKey && pressedKey(event) === 'i'
 */
export function pressedKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const pressed = key.toLowerCase()
  const [, digit] = /^Digit(\d)$/.exec(code) ?? []
  if (digit !== undefined && !/^[a-z]/.test(pressed)) return digit
  const [, latin] = /^Key([A-Z])$/.exec(code) ?? []
  return latin !== undefined && /^(?![a-z])\p{L}$/u.test(pressed) ? latin.toLowerCase() : pressed
}
