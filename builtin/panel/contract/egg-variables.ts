import type { PanelEggVariable } from './panel.ts'

/** Why a value does not suit a variable of an egg: the rule, and what it is compared with. */
export interface VariableProblem {
  readonly rule:
    | 'required'
    | 'choice'
    | 'number'
    | 'integer'
    | 'format'
    | 'least'
    | 'most'
    | 'shortest'
    | 'longest'
  readonly bound: string
}

type Rules = readonly string[]

/** Argument of a rule; undefined when the variable does not have it. Source: https://laravel.com/docs/validation#available-validation-rules */
const argumentOf = (rules: Rules, name: string): string | undefined =>
  rules.find((rule) => rule === name || rule.startsWith(`${name}:`))?.slice(name.length + 1)

const has = (rules: Rules, name: string) => argumentOf(rules, name) !== undefined

/** The values that a variable may have; null where it takes any text. */
export function choicesOf({ rules }: Pick<PanelEggVariable, 'rules'>): readonly string[] | null {
  const choices = argumentOf(rules, 'in')
  // Laravel takes values in double quotes too.
  return choices === undefined ? null : choices.split(',').map((each) => each.replace(/^"(.*)"$/, '$1'))
}

export const isSwitch = ({ rules }: Pick<PanelEggVariable, 'rules'>): boolean => has(rules, 'boolean')

const formats: Readonly<Record<string, RegExp>> = {
  alpha: /^[\p{L}\p{M}]+$/u,
  alpha_num: /^[\p{L}\p{M}\p{N}]+$/u,
  alpha_dash: /^[\p{L}\p{M}\p{N}_-]+$/u,
  boolean: /^(0|1|true|false)$/,
  ip: /^[\d.]{7,15}$|^[\da-f:.]{2,45}$/i,
  url: /^[a-z][a-z\d+.-]*:\/\/\S+$/i,
}

const bounds = (rules: Rules) => {
  const [low, high] = argumentOf(rules, 'between')?.split(',') ?? []
  return { low: argumentOf(rules, 'min') ?? low, high: argumentOf(rules, 'max') ?? high }
}

const isNumber = (value: string) => /^[-+]?(\d+\.?\d*|\.\d+)$/.test(value)

/**
 * Checks a value by the egg's own rules, as far as they are known in a browser too. The service `EggRules` checks
 * patterns besides.
 */
export function findVariableProblem(
  { rules }: Pick<PanelEggVariable, 'rules'>,
  value: string,
): VariableProblem | null {
  const problem = (rule: VariableProblem['rule'], bound = '') => ({ rule, bound })
  if (value.trim() === '') return has(rules, 'required') ? problem('required') : null
  const choices = choicesOf({ rules })
  if (choices && !choices.includes(value)) return problem('choice', choices.join(', '))
  const { low, high } = bounds(rules)
  if (has(rules, 'integer') || has(rules, 'numeric')) {
    if (!isNumber(value)) return problem('number')
    if (has(rules, 'integer') && !/^[-+]?\d+$/.test(value)) return problem('integer')
    if (low !== undefined && Number(value) < Number(low)) return problem('least', low)
    return high !== undefined && Number(value) > Number(high) ? problem('most', high) : null
  }
  if (Object.entries(formats).some(([name, pattern]) => has(rules, name) && !pattern.test(value)))
    return problem('format')
  const { length } = [...value]
  if (low !== undefined && length < Number(low)) return problem('shortest', low)
  return high !== undefined && length > Number(high) ? problem('longest', high) : null
}
