import { PurgeCSS } from 'purgecss'

const unescaped = (name: string) => name.replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Names of classes, elements and attributes: all that stands between spaces, quotes and brackets of tags. */
const namesIn = (html: string) => html.split(/[\s"<>=/]+/).map(unescaped)

/** The rules of a stylesheet that this HTML is drawn by: few enough to travel in the page. */
export async function firstViewStyle(stylesheet: string, html: string): Promise<string> {
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    css: [{ raw: stylesheet }],
    // Class names may hold a slash.
    defaultExtractor: (text) => [...namesIn(text), ...text.split(/[\s"]+/).map(unescaped)],
    variables: true,
    keyframes: true,
    fontFace: true,
  })
  if (!purged) throw new Error('PurgeCSS answers one stylesheet for each it is given')
  return purged.css
}
