import { RE2JS } from 're2js'

const longestPattern = 500
const closingOf: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }
// Source: https://www.php.net/manual/en/reference.pcre.pattern.modifiers.php
const modifiers = /^[imsxADSUXJun\s]*$/
const flagOf: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
}
// Without effect on which values match here: patterns know Unicode anyway, and `$` means the very end.
const ignoredModifiers = new Set(['u', 'D', 'S'])

/** `broken`: PHP cannot read the pattern either. `unknown`: it may, but nothing here matches it in linear time. */
export type EggPattern = RE2JS | 'broken' | 'unknown'

const mistakes = /missing closing|unexpected \)|missing argument to repetition|invalid character class range/

/** Where a pattern ends: at the first closing delimiter that is neither escaped nor of a pair within. */
function findEnd(characters: readonly string[], opening: string): number {
  const closing = closingOf[opening] ?? opening
  let depth = 1
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at]
    if (character === '\\') at += 1
    else if (character === closing) depth -= 1
    else if (character === opening) depth += 1
    if (depth === 0) return at
  }
  return -1
}

/**
 * Reads a pattern as PHP writes it, such as `/^\d+$/i`. RE2 matches in linear time, so a pattern from elsewhere holds
 * nothing up; it has no back-references and no look-around.
 */
export function readEggPattern(text: string): EggPattern {
  const [opening = '', ...rest] = text.trimStart()
  if (opening === '' || /[\p{L}\p{N}\\\s]/u.test(opening)) return 'broken'
  const end = findEnd(rest, opening)
  if (end < 0) return 'broken'
  const [body, given] = [rest.slice(0, end).join(''), rest.slice(end + 1).join('')]
  if (!modifiers.test(given)) return 'broken'
  const flags = [...given].filter((each) => each.trim() !== '' && !ignoredModifiers.has(each))
  if (body.length > longestPattern || flags.some((each) => !(each in flagOf))) return 'unknown'
  try {
    return RE2JS.compile(
      body,
      flags.reduce((sum, each) => sum | (flagOf[each] ?? 0), 0),
    )
  } catch (error) {
    return mistakes.test(String(error)) ? 'broken' : 'unknown'
  }
}
