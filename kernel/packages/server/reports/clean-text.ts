/** Anything but letters, signs and the two breaks that a stack needs: a report ends on a page and in a log. */
const unprintable = /[^\P{C}\n\t]/gu

/** Text of a stranger, fit to be kept and shown. */
export const cleanText = (text: string, longest: number): string =>
  text.replaceAll('\r\n', '\n').replaceAll(unprintable, '').trim().slice(0, longest)
