import { escapeHtml } from './escape-html.ts'

/** Classes of the page's style: keyword, string, comment, number, and names such as keys and tags. */
type Kind = 'k' | 's' | 'c' | 'n' | 'y'

type Rule = readonly [kind: Kind, pattern: string]

const keywords = (words: string) => `(?<![\\w$.-])(?:${words.replaceAll(' ', '|')})(?![\\w$-])`
const doubleQuoted = String.raw`"(?:\\.|[^"\\\n])*"`
const singleQuoted = String.raw`'(?:\\.|[^'\\\n])*'`
const number = String.raw`(?<![\w$.])\d[\d_]*(?:\.\d+)?(?![\w$])`

const script: readonly Rule[] = [
  ['c', String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`],
  ['s', `${String.raw`\x60(?:\\.|[^\x60\\])*\x60`}|${doubleQuoted}|${singleQuoted}`],
  [
    'k',
    keywords(
      'import export from default const let function async await return if else for of in new throw try catch finally class extends interface type readonly as satisfies typeof keyof void null undefined true false this switch case break continue while yield static declare',
    ),
  ],
  ['y', String.raw`(?<=<\/?)[A-Za-z][\w.]*(?=[\s/>])|(?<![\w$])[A-Z][\w$]*`],
  ['n', number],
]

const query: readonly Rule[] = [
  ['c', String.raw`--[^\n]*`],
  ['s', singleQuoted],
  [
    'k',
    keywords(
      'create table alter add column drop index unique primary key references on delete cascade not null default check constraint insert into values select from where update set order by limit returning and or as is if exists begin commit grant text integer bigint uuid boolean timestamptz jsonb numeric date',
    ),
  ],
  ['n', number],
]

const data: readonly Rule[] = [
  ['c', String.raw`(?<=^|\s)#[^\n]*`],
  ['y', String.raw`(?<=^|\n)[ \t]*(?:- )?[\w"'.-]+(?=:)`],
  ['s', `${doubleQuoted}|${singleQuoted}`],
  ['k', keywords('true false null')],
  ['n', number],
]

const json: readonly Rule[] = [
  ['y', `${doubleQuoted}(?=\\s*:)`],
  ['s', doubleQuoted],
  ['k', keywords('true false null')],
  ['n', number],
]

const shell: readonly Rule[] = [
  ['c', String.raw`(?<=^|\s)#[^\n]*`],
  ['s', `${doubleQuoted}|${singleQuoted}`],
  ['y', String.raw`(?<=\s)--?[a-z][\w-]*`],
  ['k', String.raw`(?<=^|\n)(?:npm|npx|cd|node|openssl|docker|sh)(?=\s)`],
]

const languages: Readonly<Record<string, readonly Rule[]>> = {
  ts: script,
  tsx: script,
  js: script,
  sql: query,
  yaml: data,
  yml: data,
  json,
  sh: shell,
}

const patterns = new Map<readonly Rule[], RegExp>()

function patternOf(rules: readonly Rule[]): RegExp {
  const known = patterns.get(rules)
  if (known) return known
  const made = new RegExp(rules.map(([, pattern]) => `(${pattern})`).join('|'), 'g')
  patterns.set(rules, made)
  return made
}

/** Code as HTML, with its parts marked for the page's style; of a language that is not known it is text. */
export function highlight(code: string, language: string): string {
  const rules = languages[language]
  if (!rules) return escapeHtml(code)
  let html = ''
  let end = 0
  for (const match of code.matchAll(patternOf(rules))) {
    const kind = rules[match.slice(1).findIndex((group) => group !== undefined)]?.[0]
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(end))
}
