/** Full-width marks, as Chinese ends its sentences with them, bring their own room. */
const fullWidthEnd = /[\u3001\u3002\uFF01-\uFF0F\uFF1A-\uFF1F]$/u

/** The space between a text and what follows it in the same line: none after a full-width mark. @example <p>{'It has moved:' + gapAfter('It has moved:')}<a href="/store">Store</a></p> */
export const gapAfter = (text: string): '' | ' ' => (text === '' || fullWidthEnd.test(text) ? '' : ' ')

/** Joins sentences to one text, as their language does. What is absent or empty is left out. @example joinSentences(['The disk is full.', 'Delete a backup.']) */
export const joinSentences = (sentences: readonly (string | null | undefined)[]): string =>
  sentences.reduce<string>((text, sentence) => (sentence ? text + gapAfter(text) + sentence : text), '')
