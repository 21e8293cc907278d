import { EggRules, type EggRulesService, type EggTrouble } from '@spawnpoint/contracts/panel'
import { findVariableProblem } from '@spawnpoint/contracts/panel/schemas'
import { provide } from '@spawnpoint/sdk/server'
import type { PanelEggVariable } from '../contract/panel.ts'
import { readEggPattern, type EggPattern } from './egg-pattern.ts'

interface Pattern {
  readonly pattern: EggPattern
  readonly mayMatch: boolean
}

type Rules = Pick<PanelEggVariable, 'rules'>

const patternRule = /^(not_regex|regex):(.*)$/is

const patternsOf = ({ rules }: Rules): readonly Pattern[] =>
  rules.flatMap((rule) => {
    const [, name, text = ''] = patternRule.exec(rule) ?? []
    return name === undefined
      ? []
      : [{ pattern: readEggPattern(text), mayMatch: name.toLowerCase() === 'regex' }]
  })

/** A `|` within a pattern cuts the rules of Pterodactyl apart, and what is left of the pattern is no name of a rule. */
const hasName = (rule: string) => /^\w+(:|$)/.test(rule.trim())

const stateOf = (variable: Rules): 'known' | 'broken' | 'unknown' => {
  const patterns = patternsOf(variable)
  if (!variable.rules.every(hasName) || patterns.some(({ pattern }) => pattern === 'broken')) return 'broken'
  return patterns.some(({ pattern }) => pattern === 'unknown') ? 'unknown' : 'known'
}

const findProblem: EggRulesService['findProblem'] = (variable, value) => {
  const problem = findVariableProblem(variable, value)
  if (problem || value.trim() === '') return problem
  const fits = patternsOf(variable).every(
    ({ pattern, mayMatch }) => typeof pattern === 'string' || pattern.matcher(value).find() === mayMatch,
  )
  return fits ? null : { rule: 'format', bound: '' }
}

const isForOwners = ({ userViewable, userEditable }: PanelEggVariable) => userViewable && userEditable

/** The panel checks no rule but `required` on an empty value. */
const troubleOf = (variable: PanelEggVariable): EggTrouble['kind'] | null => {
  const state = stateOf(variable)
  if (state === 'broken' && variable.defaultValue.trim() !== '') return 'broken'
  const isOpen = isForOwners(variable) && state === 'known'
  if (!isOpen && findProblem(variable, variable.defaultValue)) return 'default'
  return isForOwners(variable) && state !== 'known' ? 'unchecked' : null
}

export const eggRules: EggRulesService = {
  findProblem,
  openOf: ({ variables }) =>
    variables.filter((variable) => isForOwners(variable) && stateOf(variable) === 'known'),
  findTroubles: ({ variables }) =>
    variables.flatMap((variable) => {
      const kind = troubleOf(variable)
      return kind ? [{ variable: variable.name, kind }] : []
    }),
}

export const provideEggRules = provide(EggRules, {}, () => eggRules)
