import { expect, it } from 'vitest'
import { choicesOf, findVariableProblem, isSwitch } from './contract/schemas.ts'
import { eggRules } from './server/egg-rules.ts'
import { eggAnswer } from './server/panel-answers.ts'
import { environmentOf } from './server/read-egg.ts'

const problem = (rules: string, value: string) =>
  findVariableProblem({ rules: rules.split('|') }, value)?.rule ?? null

it.each([
  ['required|string|max:5', '', 'required'],
  ['required|string', '  ', 'required'],
  ['nullable|string|max:5', '', null],
  ['required|string|max:5', 'abcde', null],
  ['required|string|max:5', 'abcdef', 'longest'],
  ['string|max:2', '👍👍', null],
  ['string|min:3', 'ab', 'shortest'],
  ['string|between:2,4', 'abcde', 'longest'],
  ['required|integer|between:1,64', '64', null],
  ['required|integer|between:1,64', '65', 'most'],
  ['required|integer|min:2', '1', 'least'],
  ['required|integer', '1.5', 'integer'],
  ['required|numeric|max:2', '1.5', null],
  ['required|numeric', 'many', 'number'],
  ['required|numeric', '1e9999', 'number'],
  ['required|in:easy,normal', 'hard', 'choice'],
  ['required|in:"easy","normal"', 'easy', null],
  ['required|boolean', 'yes', 'format'],
  ['required|boolean', '0', null],
  ['alpha_dash', 'world_2-b', null],
  ['alpha_dash', '../etc', 'format'],
  ['alpha', 'Überwelt', null],
  ['alpha_num', 'a b', 'format'],
  ['url', 'javascript', 'format'],
  ['url', 'https://example.com/pack.zip', null],
  ['ip', '203.0.113.9', null],
  // Patterns are no part of what a browser checks.
  ['required|regex:/^(a+)+$/', 'b', null],
])('[PAN28] checks %s by the rules of the egg: %j is %s', (rules, value, expected) => {
  expect(problem(rules, value)).toBe(expected)
})

it('[PAN28] knows choices and switches', () => {
  expect(choicesOf({ rules: ['required', 'in:easy,"very hard"'] })).toEqual(['easy', 'very hard'])
  expect(choicesOf({ rules: ['required'] })).toBe(null)
  expect([isSwitch({ rules: ['boolean'] }), isSwitch({ rules: ['string'] })]).toEqual([true, false])
})

it('[PAN28] sends chosen values only for variables that an owner may set', () => {
  const variable = { name: '', description: '', rules: [], userViewable: true }
  const egg = {
    id: 1,
    nestId: 1,
    name: 'Paper',
    description: '',
    dockerImage: '',
    startup: '',
    variables: [
      { ...variable, key: 'VERSION', defaultValue: 'latest', userEditable: true },
      { ...variable, key: 'JAR', defaultValue: 'server.jar', userEditable: false },
    ],
  }
  expect(environmentOf(egg)).toEqual({ VERSION: 'latest', JAR: 'server.jar' })
  const chosen = { VERSION: '', JAR: 'evil.jar', LD_PRELOAD: 'x' }
  expect(environmentOf(egg, chosen)).toEqual({ VERSION: '', JAR: 'server.jar' })
})

/** Variables as the panel of Pterodactyl writes them. */
const anEgg = (
  ...variables: { rules: string | string[]; default?: string; closed?: boolean }[]
): Parameters<typeof eggRules.openOf>[0] => ({
  variables: eggAnswer.parse({
    attributes: {
      id: 1,
      name: 'Paper',
      relationships: {
        variables: {
          data: variables.map(({ rules, default: value = '1', closed = false }, at) => ({
            attributes: {
              name: `Variable ${at}`,
              env_variable: `V${at}`,
              default_value: value,
              rules,
              user_viewable: true,
              user_editable: !closed,
            },
          })),
        },
      },
    },
  }).relationships.variables.data,
})

it.each([
  ['required|regex:/^([\\w\\d._-]+)(\\.jar)$/', 'server.jar', null],
  ['required|regex:/^([\\w\\d._-]+)(\\.jar)$/', 'server.zip', 'format'],
  ['regex:/^(latest|\\d+\\.\\d+)$/', 'latest', null],
  ['regex:/^(latest|\\d+\\.\\d+)$/', '1.x', 'format'],
  ['string|regex:~^a/b$~i', 'A/B', null],
  ['string|regex:{^[a-z]{2}$}', 'ab', null],
  ['string|regex:/b/', 'abc', null],
  ['string|not_regex:/[;&]/', 'rm -rf; ls', 'format'],
  ['string|not_regex:/[;&]/', 'ls', null],
  ['nullable|regex:/^\\d+$/', '', null],
  ['required|max:3|regex:/^\\d+$/', '1234', 'longest'],
])('[PAN28] matches the pattern of %s: %j is %s', (rules, value, expected) => {
  const [variable] = anEgg({ rules }).variables
  expect(variable && eggRules.findProblem(variable, value)?.rule).toBe(expected ?? undefined)
})

it('[PAN28] matches a pattern that a backtracking engine never answers', () => {
  expect(eggRules.findProblem({ rules: ['regex:/^(a+)+$/'] }, `${'a'.repeat(2000)}!`)?.rule).toBe('format')
})

it.each([
  // PHP finds no end of the pattern: Pterodactyl cuts the rules at each `|`.
  ['broken', 'required|regex:/^(a|b)$/'],
  ['broken', 'required;;string;;regex:/^(a|b)$/'],
  ['broken', 'required|regex:^a$'],
  ['broken', 'required|regex:/a/b/'],
  ['broken', 'required|regex:/(a/'],
  ['broken', ['required', 'regex:/[z-a]/']],
  ['unchecked', 'required|regex:/^(?!x)/'],
  ['unchecked', String.raw`required|regex:/^(.)\1$/`],
  ['unchecked', 'required|regex:/a++/'],
  ['unchecked', 'required|regex:/a b/x'],
  ['unchecked', `required|regex:/${'a'.repeat(501)}/`],
  [undefined, ['required', 'regex:/^(1|2)$/']],
  [undefined, 'regex:/^(1|2)$/'],
  [undefined, String.raw`required|regex:/^a\/b$/`],
])('[SRV100] rules that make an egg %s: %j', (kind, rules) => {
  const egg = anEgg({ rules })
  expect(eggRules.findTroubles(egg)[0]?.kind).toBe(kind)
  expect(eggRules.openOf(egg)).toHaveLength(kind ? 0 : 1)
})

it('[SRV100] knows which defaults keep a server from being built', () => {
  const troubles = eggRules.findTroubles(
    anEgg(
      { rules: 'required|string', default: '' },
      { rules: 'required|string', default: '', closed: true },
      { rules: 'required|integer|max:5', default: '9', closed: true },
      { rules: 'nullable|regex:/^(a|b)$/', default: '' },
      { rules: 'nullable|regex:/^(a|b)$/', default: '', closed: true },
    ),
  )
  expect(troubles).toEqual([
    { variable: 'Variable 1', kind: 'default' },
    { variable: 'Variable 2', kind: 'default' },
    { variable: 'Variable 3', kind: 'unchecked' },
  ])
})
