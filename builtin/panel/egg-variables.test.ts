import { expect, it } from 'vitest'
import { choicesOf, findVariableProblem, isSwitch } from './contract/schemas.ts'
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
  // The panel alone decides on patterns and on rules that are unknown here.
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
