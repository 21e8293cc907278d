import { parseSync, Visitor, type Rolldown } from 'vite'
import { sharedSpecifiers } from './shared-specifiers.ts'

/** Stands in every copy of React and its JSX runtime, and in nothing else. */
const reactMark = 'react.transitional.element'

function compiledText(file: string, code: string): boolean {
  let found = false
  const isCompiler = (callee: object, names: readonly string[]) =>
    'name' in callee && typeof callee.name === 'string' && names.includes(callee.name)
  new Visitor({
    CallExpression: ({ callee }) => {
      found ||= isCompiler(callee, ['eval', 'Function'])
    },
    NewExpression: ({ callee }) => {
      found ||= isCompiler(callee, ['Function'])
    },
  }).visit(parseSync(file, code).program)
  return found
}

/** Reasons why a built browser module cannot run in the shell, one sentence each. */
export function findOutputProblems(bundle: Rolldown.OutputBundle): string[] {
  return Object.values(bundle).flatMap((chunk) => {
    if (chunk.type !== 'chunk') return []
    const foreign = [...chunk.imports, ...chunk.dynamicImports].filter(
      (one) => !(one in bundle) && !sharedSpecifiers.includes(one),
    )
    return [
      ...(chunk.code.includes(reactMark)
        ? [`${chunk.fileName} has a React of its own: use the shell's, its hooks know no other`]
        : []),
      ...(compiledText(chunk.fileName, chunk.code)
        ? [`${chunk.fileName} uses eval or new Function, which the page's policy refuses`]
        : []),
      ...foreign.map((one) => `${chunk.fileName} imports '${one}', which the shell does not share`),
    ]
  })
}
