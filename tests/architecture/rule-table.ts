export interface Rule {
  readonly id: string
  readonly text: string
  readonly state: string
}

export const idPattern = '[A-Z]{2,5}[1-9]\\d*'

export const prefixOf = (id: string) => id.replace(/\d+$/, '')

export const parseRules = (markdown: string): Rule[] =>
  [...markdown.matchAll(/^\|\s*([A-Z]+\d+)\s*\|\s*(.+?)\s*\|\s*([^|]*?)\s*\|$/gm)].map(
    ([, id = '', text = '', state = '']) => ({ id, text, state }),
  )

/** A row that the pattern above cannot read would silently vanish from the check. */
const unreadRows = (markdown: string, rules: readonly Rule[]) => {
  const rows = markdown.split('\n').filter((line) => /^\|(?!\s*(id\b|---))/.test(line))
  return rows.length === rules.length ? [] : [`${rows.length} rows, but ${rules.length} readable rules`]
}

const faultOf = ({ id, state }: Rule, index: number, rules: readonly Rule[]): string[] => {
  const place = rules.slice(0, index).filter((other) => prefixOf(other.id) === prefixOf(id)).length + 1
  return [
    ...(new RegExp(`^${idPattern}$`).test(id) ? [] : [`${id}: is no rule id`]),
    ...(id === `${prefixOf(id)}${place}` ? [] : [`${id}: stands where ${prefixOf(id)}${place} belongs`]),
    ...(state === 'open' || state === 'done' ? [] : [`${id}: has the state '${state}'`]),
  ]
}

export const findBrokenRows = (markdown: string): string[] => {
  const rules = parseRules(markdown)
  return [...unreadRows(markdown, rules), ...rules.flatMap(faultOf)]
}
