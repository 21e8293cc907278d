/** Letters of other scripts, digits and signs that are read as a Latin letter. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'l',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  ԝ: 'w',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'l',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ı: 'l',
  i: 'l',
  '1': 'l',
  '|': 'l',
  '0': 'o',
}

/**
 * Reduces a label to what people read: letters and digits alone, without case, accents and spaces, look-alikes as the
 * Latin letter. Labels that read the same have the same reading.
 */
export const readsAs = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}|]/gu, '')
    .replaceAll(/./gu, (sign) => lookAlikes[sign] ?? sign)

/** True for control characters other than tab and new line, and for marks that reverse the order of what follows. */
export const hasHiddenMarks = (text: string): boolean => /(?![\t\n])\p{Cc}|\p{Bidi_Control}/u.test(text)
