import type { PanelEgg, PanelEggVariable } from './panel-catalogue.ts'
import { invalid, problem, type InvalidField } from './panel-problem.ts'

type Check = (value: string, argument: string) => boolean

/** PHP warns about a pattern that it cannot read, which ends the call of the panel. */
const matches: Check = (value, argument) => {
  const [, , body, modifiers] = /^(\W)(.*)\1([a-z]*)$/su.exec(argument) ?? []
  if (body === undefined) throw problem(500, 'ErrorException', 'preg_match(): No ending delimiter found')
  return new RegExp(body, modifiers).test(value)
}

const checks: Record<string, Check> = {
  max: (value, argument) => value.length <= Number(argument),
  in: (value, argument) => argument.split(',').includes(value),
  integer: (value) => /^-?\d+$/.test(value),
  numeric: (value) => value.trim() !== '' && !Number.isNaN(Number(value)),
  regex: matches,
  boolean: (value) => ['0', '1', 'true', 'false'].includes(value),
}

const isAtMost: Check = (value, argument) => Number(value) <= Number(argument)

const failing = ({ rules }: PanelEggVariable, value: string): string | null => {
  const parts = /^regex:/i.test(rules) ? [rules] : rules.split('|')
  if (value === '') return parts.includes('required') ? 'required' : null
  const numbers = parts.includes('integer') || parts.includes('numeric')
  for (const part of parts) {
    const [rule = ''] = part.split(':')
    const argument = part.slice(rule.length + 1)
    if (!/^\w*$/.test(rule)) throw problem(500, 'BadMethodCallException', 'Method does not exist.')
    // `max` of a number is its size, of a text its length.
    const check = rule === 'max' && numbers ? isAtMost : checks[rule]
    if (check && !check(value, argument)) return rule
  }
  return null
}

/** The panel takes no default of its own here: what the caller leaves out is empty. */
export const checkEnvironment = (egg: PanelEgg, given: Record<string, unknown>): Record<string, string> => {
  const wrong: InvalidField[] = []
  const environment: Record<string, string> = {}
  for (const variable of egg.variables) {
    const value = String(given[variable.env_variable] ?? '')
    const rule = failing(variable, value)
    environment[variable.env_variable] = value
    if (rule === null) continue
    const detail =
      rule === 'required'
        ? `The ${variable.name} variable field is required.`
        : `The ${variable.name} variable is invalid.`
    wrong.push({ field: `environment.${variable.env_variable}`, rule, detail })
  }
  if (wrong.length > 0) throw invalid(wrong)
  return environment
}
