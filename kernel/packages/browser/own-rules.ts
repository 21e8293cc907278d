/** A sheet, or a rule that holds others. */
interface RuleHolder {
  readonly cssRules: CSSRuleList
  deleteRule(index: number): void
}

/** Selectors of a list; a comma within parentheses, brackets or quotes belongs to one of them. */
function splitSelectors(list: string): readonly string[] {
  const found = list.match(
    /(?:"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|\\.|[([](?:[^()[\]]|[([][^()[\]]*[)\]])*[)\]]|[^,])+/g,
  )
  return (found ?? []).map((each) => each.trim())
}

/** The name of a plugin, or one that begins with it: `hello` or `hello-large`. */
const isOwnName = (name: string, plugin: string): boolean => name === plugin || name.startsWith(`${plugin}-`)

const isOwnSelector = (selector: string, plugin: string): boolean =>
  isOwnName(/^\.([\w-]+)/.exec(selector)?.[1] ?? '', plugin)

/** A selector within a rule of the plugin stays within what that rule selects. */
const isNestedSelector = (selector: string): boolean =>
  selector.startsWith('&') ? !/^&\s*[+~]/.test(selector) : !/&|^[+~]/.test(selector)

const holdsRules = (rule: object): rule is RuleHolder => 'cssRules' in rule && 'deleteRule' in rule

function isOwnRule(rule: CSSRule, plugin: string, isNested: boolean): boolean {
  if ('selectorText' in rule) {
    const selectors = splitSelectors(String(rule.selectorText))
    return selectors.every((each) => (isNested ? isNestedSelector(each) : isOwnSelector(each, plugin)))
  }
  const isNamed = 'findRule' in rule && 'name' in rule
  if (isNamed) return isOwnName(String(rule.name), plugin)
  if (holdsRules(rule)) return true
  const family = /^@font-face\b.*font-family:\s*["']?([\w-]+)/s.exec(rule.cssText)?.[1]
  // Declarations between nested rules belong to the rule around them.
  return family === undefined ? isNested && !rule.cssText.startsWith('@') : isOwnName(family, plugin)
}

/**
 * Takes out rules of a plugin's stylesheet that reach beyond its own parts: those whose selectors do not begin with a class
 * that carries its name, and names of animations and fonts that are not its own. Answers what was taken out.
 */
export function removeForeignRules(holder: RuleHolder, plugin: string, isNested = false): readonly string[] {
  const removed: string[] = []
  for (let index = holder.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = holder.cssRules[index]
    if (!rule) continue
    if (!isOwnRule(rule, plugin, isNested)) {
      removed.unshift('selectorText' in rule ? String(rule.selectorText) : rule.cssText.slice(0, 60))
      holder.deleteRule(index)
    } else if (holdsRules(rule) && !('findRule' in rule))
      removed.unshift(...removeForeignRules(rule, plugin, isNested || 'selectorText' in rule))
  }
  return removed
}
