import { parseSync, Visitor, type ESTree } from 'vite'
import { builtinHooks, hookCapabilities } from '../../common/hook-capabilities.ts'
import { namesImportedBy } from '../../package/build/named-imports.ts'
import { writtenTokens, type WrittenTokens } from './asked-tokens.ts'
import { writtenFailures } from './failure-codes.ts'
import { writtenSchedules } from './check-schedules.ts'

/** A text of the sources and where it stands. */
export interface Found {
  readonly text: string
  readonly line: number
}

type Side = 'server' | 'browser'

/** Facts in a source file that the manifest must declare too. */
export interface SourceFacts {
  readonly imports: readonly Found[]
  /** Names of values among them, with the module that each is of. */
  readonly names: readonly (Found & { readonly from: string })[]
  /** Keys of the plugin's own messages. */
  readonly messages: readonly Found[]
  readonly permissions: readonly Found[]
  /** Error codes that it declares or throws. */
  readonly failures: readonly Found[]
  /** Members of the context that the server module or a component takes. */
  readonly members: readonly (Found & { readonly side: Side })[]
  /** Hooks that its code taps. */
  readonly hooks: readonly Found[]
  /** Sides that pass their context to other functions, which this analysis does not follow. */
  readonly passedOn: readonly Side[]
  /** Services and events of others that it asks for. */
  readonly tokens: Omit<WrittenTokens, 'asked'> & {
    readonly asked: readonly (WrittenTokens['asked'][number] & { readonly line: number })[]
  }
  /** Crontab lines of its jobs. */
  readonly schedules: readonly Found[]
}

const isHook = (name: string) => Object.hasOwn(hookCapabilities, name) || builtinHooks.includes(name)

const textOf = (node: ESTree.Node | null | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null

const nameOf = (node: ESTree.Node | null | undefined): string | null =>
  node?.type === 'Identifier' ? node.name : null

/** The name that is called: `t` of `t('x')` and of `plugin.t('x')`. */
const calledName = ({ callee }: ESTree.CallExpression): string | null =>
  callee.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee)

/** Functions whose last argument is code that gets the context. */
const valueMakers = new Set(['answer', 'defineJob', 'listen', 'serveResource'])

/** The members of the context that a list of the server module takes. */
const listMembers: Readonly<Record<string, readonly string[]>> = {
  resources: ['http', 'db'],
  endpoints: ['http'],
  jobs: ['jobs'],
  listeners: ['events'],
}

const parameterOf = (node: ESTree.Node | undefined): ESTree.Node | undefined =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression' ? node.params[0] : undefined

const keysOf = (pattern: ESTree.Node): readonly { readonly key: string; readonly start: number }[] => {
  if (pattern.type !== 'ObjectPattern') return []
  return pattern.properties.flatMap((each) => {
    const key = each.type === 'Property' ? nameOf(each.key) : null
    return key === null ? [] : [{ key, start: each.start }]
  })
}

/** A file that is no TypeScript. */
export class SourceError extends Error {
  readonly path: string
  readonly line: number

  constructor(path: string, line: number, reason: string) {
    super(reason)
    this.path = path
    this.line = line
  }
}

type Collected = Pick<SourceFacts, 'messages' | 'permissions' | 'members' | 'hooks' | 'passedOn'>

/** Keeps facts with their lines, and who holds a context. */
function createCollector(lines: (start: number) => number) {
  const messages: Found[] = []
  const permissions: Found[] = []
  const members: Collected['members'][number][] = []
  const hooks: Found[] = []
  const passedOn: Side[] = []
  /** Names that hold a context. */
  const contexts = new Map<string, Side>()
  const sideOf = (node: ESTree.Node | null | undefined) => contexts.get(nameOf(node) ?? '')
  const put = (to: Found[], text: string | null, start: number) => {
    if (text !== null) to.push({ text, line: lines(start) })
  }
  const addMember = (text: string, side: Side, start: number) =>
    members.push({ text, side, line: lines(start) })
  return {
    facts: { messages, permissions, members, hooks, passedOn } satisfies Collected,
    sideOf,
    addMember,
    addMessage: (text: string | null, start: number) => put(messages, text, start),
    addPermission: (text: string | null, start: number) => put(permissions, text, start),
    addHook: (text: string | null, start: number) => put(hooks, text, start),
    passOn: (args: readonly ESTree.Node[]) => passedOn.push(...args.flatMap((each) => sideOf(each) ?? [])),
    /** A parameter or variable that holds a context, or members of it. */
    take(pattern: ESTree.Node, side: Side) {
      for (const { key, start } of keysOf(pattern)) addMember(key, side, start)
      const rest = pattern.type === 'ObjectPattern' ? pattern.properties.at(-1) : undefined
      const name = nameOf(rest?.type === 'RestElement' ? rest.argument : pattern)
      if (name !== null) contexts.set(name, side)
    },
  }
}

type Collector = ReturnType<typeof createCollector>

/** The lists of a server module. */
function takeLists({ addMember, take }: Collector, { properties }: ESTree.ObjectExpression) {
  for (const each of properties) {
    if (each.type !== 'Property') continue
    const key = nameOf(each.key) ?? ''
    for (const member of listMembers[key] ?? []) addMember(member, 'server', each.start)
    const parameter = key === 'setup' ? parameterOf(each.value) : undefined
    if (parameter) take(parameter, 'server')
  }
}

/** `useT()` of `useT()('x')`; with an argument the words are those of somebody else. */
const isOwnMessages = (callee: ESTree.Node): boolean =>
  callee.type === 'CallExpression' && calledName(callee) === 'useT' && callee.arguments.length === 0

function visitorOf(collector: Collector): Visitor {
  const { sideOf, take, addMember, addMessage, addPermission } = collector
  /** Names whose words are those of somebody else. */
  const foreign = new Set<string>()
  return new Visitor({
    VariableDeclarator({ id, init }) {
      const known = sideOf(init)
      if (known) take(id, known)
      if (init?.type !== 'CallExpression') return
      if (calledName(init) === 'usePlugin') take(id, 'browser')
      const name = nameOf(id)
      if (calledName(init) === 'useT' && init.arguments.length > 0 && name !== null) foreign.add(name)
    },
    CallExpression(call) {
      const name = calledName(call)
      const [first, second] = call.arguments
      collector.passOn(call.arguments)
      if ((name === 't' && !foreign.has('t')) || isOwnMessages(call.callee))
        addMessage(textOf(first), call.start)
      if (name === 'can' || name === 'useCan') addPermission(textOf(first), call.start)
      if (name === 'on' && isHook(textOf(first) ?? '')) collector.addHook(textOf(first), call.start)
      if (name === 'useSession') addMember('session', 'browser', call.start)
      const used = valueMakers.has(name ?? '') ? parameterOf(call.arguments.at(-1)) : undefined
      if (used) take(used, 'server')
      if (name === 'definePluginServer' && second?.type === 'ObjectExpression') takeLists(collector, second)
    },
    MemberExpression({ object, property, start }) {
      const side = sideOf(object)
      const name = nameOf(property)
      if (side && name !== null) addMember(name, side, start)
    },
    Property({ key, value }) {
      if (nameOf(key) === 'permission') addPermission(textOf(value), key.start)
    },
  })
}

/** Reads one file. Throws {@link SourceError} with what the parser says when it is no TypeScript. */
export function readFacts(file: string, code: string): SourceFacts {
  const { program, module, errors } = parseSync(file, code)
  const [broken] = errors
  const lines = lineFinder(code)
  if (broken) throw new SourceError(file, lines(broken.labels[0]?.start ?? 0), broken.message)
  const collector = createCollector(lines)
  visitorOf(collector).visit(program)
  const tokens = writtenTokens(program, module)
  return {
    ...collector.facts,
    ...importsOf(module, code),
    failures: failuresOf(program, code),
    tokens: { ...tokens, asked: tokens.asked.map((each) => ({ ...each, line: lines(each.start) })) },
    schedules: writtenSchedules(program).map(({ text, start }) => ({ text, line: lines(start) })),
  }
}

function failuresOf(program: ESTree.Program, code: string): readonly Found[] {
  const lines = lineFinder(code)
  return writtenFailures(program).map(({ code: text, start }) => ({ text, line: lines(start) }))
}

function importsOf(
  module: ReturnType<typeof parseSync>['module'],
  code: string,
): Pick<SourceFacts, 'imports' | 'names'> {
  const lines = lineFinder(code)
  const requests = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
  const imports = requests.flatMap(({ moduleRequest }) =>
    moduleRequest ? [{ text: moduleRequest.value, line: lines(moduleRequest.start) }] : [],
  )
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const text = /^(['"])(.*)\1$/.exec(code.slice(moduleRequest.start, moduleRequest.end))?.[2]
    return text === undefined ? [] : [{ text, line: lines(moduleRequest.start) }]
  })
  const names = namesImportedBy(module).map(({ name, from, start }) => ({
    text: name,
    from,
    line: lines(start),
  }))
  return { names, imports: [...imports, ...dynamic] }
}

const lineFinder = (code: string) => (offset: number) => code.slice(0, offset).split('\n').length
