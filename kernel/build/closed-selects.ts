const select = /<select\b(?![^>]*\smultiple\b)[^>]*>[\s\S]*?<\/select>/g
const option = /<option\b[^>]*>[\s\S]*?<\/option>/g

/**
 * A closed list shows one choice and is drawn with the fonts of all; whoever cannot open it yet needs no others. The
 * names of languages alone cost the first paint a search for the fonts of other scripts.
 */
export const closeSelects = (html: string): string =>
  html.replace(select, (list) => {
    const options = list.match(option) ?? []
    const shown = options.find((each) => /^<option\b[^>]*\sselected\b/.test(each)) ?? options[0]
    return list.replace(option, (each) => (each === shown ? each : ''))
  })
