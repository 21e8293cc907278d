/** Control characters are removed, except tab and line feed, because a report is shown on a page and written to the log. */
const unprintable = /[^\P{C}\n\t]/gu

/** Text of a stranger, fit to be kept and shown. */
export const cleanText = (text: string, longest: number): string =>
  text.replaceAll('\r\n', '\n').replaceAll(unprintable, '').trim().slice(0, longest)
