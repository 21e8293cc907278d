/** A sheet, or a rule that holds others. */
interface RuleHolder {
  readonly cssRules: CSSRuleList
  insertRule(text: string, index: number): unknown
  deleteRule(index: number): void
}

/** A rule as it was when its sheet was last in order. */
interface KeptRule {
  readonly rule: CSSRule
  /** Null for a rule without declarations. */
  readonly look: Look | null
  readonly inner: readonly KeptRule[]
}

interface Look {
  readonly selector: string
  readonly text: string
}

interface KeptSheet {
  readonly rules: readonly KeptRule[]
  readonly disabled: boolean
}

type Page = Pick<Document, 'adoptedStyleSheets' | 'styleSheets'>

/** Declarations are read out by and by: those of all rules at once would hold a slow phone up each second. */
const LOOKS_AT_ONCE = 300

const holdsRules = (rule: object): rule is RuleHolder => 'cssRules' in rule && 'insertRule' in rule

const isStyleRule = (rule: CSSRule): rule is CSSStyleRule => 'selectorText' in rule && 'style' in rule

const lookOf = (rule: CSSRule): Look | null =>
  isStyleRule(rule) ? { selector: rule.selectorText, text: rule.style.cssText } : null

const keep = (rule: CSSRule): KeptRule => ({
  rule,
  look: lookOf(rule),
  inner: holdsRules(rule) ? keepRules(rule) : [],
})
const keepRules = ({ cssRules }: Pick<RuleHolder, 'cssRules'>): readonly KeptRule[] => [...cssRules].map(keep)

const keepSheet = (sheet: CSSStyleSheet): KeptSheet => ({
  rules: keepRules(sheet),
  disabled: sheet.disabled,
})

/** Sheets of extensions cannot be read. */
function isReadable(sheet: CSSStyleSheet): boolean {
  try {
    return sheet.cssRules.length >= 0
  } catch {
    return false
  }
}

/** Whether the rules are those that were kept, in their order, down to the innermost. */
const isSame = ({ cssRules }: Pick<RuleHolder, 'cssRules'>, kept: readonly KeptRule[]): boolean =>
  cssRules.length === kept.length &&
  kept.every(
    ({ rule, inner }, index) => cssRules[index] === rule && (!holdsRules(rule) || isSame(rule, inner)),
  )

/** Takes out rules that were not there, and puts back those that are gone. */
function restoreRules(holder: RuleHolder, kept: readonly KeptRule[]): void {
  const known = new Set(kept.map(({ rule }) => rule))
  for (let index = holder.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = holder.cssRules[index]
    if (rule && !known.has(rule)) holder.deleteRule(index)
  }
  kept.forEach(({ rule, inner }, index) => {
    // A rule that was taken out keeps its text.
    if (holder.cssRules[index] !== rule) holder.insertRule(rule.cssText, index)
    else if (holdsRules(rule)) restoreRules(rule, inner)
  })
}

function* styleRulesOf(kept: readonly KeptRule[]): Generator<readonly [CSSStyleRule, Look]> {
  for (const { rule, look, inner } of kept) {
    if (look && isStyleRule(rule)) yield [rule, look]
    yield* styleRulesOf(inner)
  }
}

function restoreLook(rule: CSSStyleRule, { selector, text }: Look): boolean {
  if (rule.selectorText === selector && rule.style.cssText === text) return false
  rule.selectorText = selector
  rule.style.cssText = text
  return true
}

/** The sheets and rules of a page, as they were when it was last in order. */
export function createStyleRecord(page: Page) {
  let adopted = new Set(page.adoptedStyleSheets)
  let sheets = new WeakMap<CSSStyleSheet, KeptSheet>()
  const all = () => [...page.styleSheets, ...page.adoptedStyleSheets].filter(isReadable)
  function* styleRules() {
    for (const sheet of all()) yield* styleRulesOf(sheets.get(sheet)?.rules ?? [])
  }
  let turn = styleRules()

  function restoreSheet(sheet: CSSStyleSheet): boolean {
    const before = sheets.get(sheet)
    if (!before) {
      sheets.set(sheet, keepSheet(sheet))
      return false
    }
    const isWhole = isSame(sheet, before.rules)
    if (isWhole && sheet.disabled === before.disabled) return false
    sheet.disabled = before.disabled
    if (!isWhole) {
      restoreRules(sheet, before.rules)
      sheets.set(sheet, keepSheet(sheet))
      turn = styleRules()
    }
    return true
  }
  function restoreSomeLooks(): boolean {
    let isChanged = false
    for (let count = 0; count < LOOKS_AT_ONCE; count += 1) {
      const next = turn.next()
      if (next.done) {
        turn = styleRules()
        break
      }
      isChanged = restoreLook(...next.value) || isChanged
    }
    return isChanged
  }
  return {
    /** Takes everything that stands there as it is. */
    renew() {
      adopted = new Set(page.adoptedStyleSheets)
      sheets = new WeakMap(all().map((sheet) => [sheet, keepSheet(sheet)]))
      turn = styleRules()
    },
    /** Takes one sheet as it is. */
    accept: (sheet: CSSStyleSheet) => void sheets.set(sheet, keepSheet(sheet)),
    /** True where something had to be undone. */
    restore(): boolean {
      const isForeign = page.adoptedStyleSheets.some((sheet) => !adopted.has(sheet))
      if (isForeign) page.adoptedStyleSheets = page.adoptedStyleSheets.filter((sheet) => adopted.has(sheet))
      // Each of them: a first sight is remembered too.
      const changed = all().map(restoreSheet)
      return [restoreSomeLooks(), isForeign, ...changed].some(Boolean)
    },
  }
}
