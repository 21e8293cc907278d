/** Words as a language lists them: Chinese has another comma. */
export const listWords = (language: string, words: readonly string[]): string =>
  new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }).format(words)
