import { isRecord } from '../../common/is-record.ts'
import { createRequire } from 'node:module'
import { join, posix } from 'node:path'
import { Visitor, type ESTree, type parseSync } from 'vite'
import { loadFresh } from '../../package/build/load-module.ts'
import type { PluginSource } from './plugin-sources.ts'

type TokenKind = 'service' | 'event'

/** A token as a source file writes it: the name of a variable. */
interface Asked {
  readonly kind: TokenKind
  readonly name: string
  readonly start: number
}

/** A variable that holds a token of the plugin's own. */
interface Declared {
  readonly kind: TokenKind
  readonly name: string
  readonly id: string
}

/** A name of another module, under the name that it has here. */
interface Binding {
  readonly name: string
  readonly from: string
  readonly imported: string
}

/** Services and events that a file asks for, and where their names lead. */
export interface WrittenTokens {
  readonly asked: readonly Asked[]
  readonly declared: readonly Declared[]
  readonly bindings: readonly Binding[]
}

const makers: Readonly<Record<string, TokenKind>> = { defineService: 'service', defineEvent: 'event' }

/** Functions and methods that take a token first. */
const takers: Readonly<Record<string, TokenKind>> = { find: 'service', listen: 'event', on: 'event' }

const nameOf = (node: ESTree.Node | null | undefined) => (node?.type === 'Identifier' ? node.name : null)

const calledName = ({ callee }: ESTree.CallExpression) =>
  callee.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee)

type ModuleRecord = ReturnType<typeof parseSync>['module']

function bindingsOf({ staticImports, staticExports }: ModuleRecord): readonly Binding[] {
  const imported = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.flatMap(({ importName, localName }) =>
      importName.name
        ? [{ name: localName.value, from: moduleRequest.value, imported: importName.name }]
        : [],
    ),
  )
  const passedOn = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, exportName }) =>
      moduleRequest && importName.name && exportName.name
        ? [{ name: exportName.name, from: moduleRequest.value, imported: importName.name }]
        : [],
    ),
  )
  return [...imported, ...passedOn]
}

export function writtenTokens(program: ESTree.Program, module: ModuleRecord): WrittenTokens {
  const asked: Asked[] = []
  const declared: Declared[] = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init?.type !== 'CallExpression') return
      const kind = makers[nameOf(init.callee) ?? '']
      const [first] = init.arguments
      const name = nameOf(id)
      if (kind && name !== null && first?.type === 'Literal' && typeof first.value === 'string')
        declared.push({ kind, name, id: first.value })
    },
    CallExpression(call) {
      const kind = takers[calledName(call) ?? '']
      const name = nameOf(call.arguments[0])
      if (kind && name !== null) asked.push({ kind, name, start: call.start })
    },
  }).visit(program)
  return { asked, declared, bindings: bindingsOf(module) }
}

/** A capability that a line of the code needs, by the token that stands there. */
export interface TokenUse {
  readonly text: string
  readonly wanted: string
  readonly at: string
}

type LoadedTokens = (specifier: string) => Promise<Readonly<Record<string, unknown>>>

/** Contracts as the project has them installed, each loaded once. */
function createLoader(folder: string): LoadedTokens {
  const { resolve } = createRequire(join(folder, 'manifest.ts'))
  const loaded = new Map<string, ReturnType<LoadedTokens>>()
  const load: LoadedTokens = async (specifier) => {
    try {
      return await loadFresh(resolve(specifier))
    } catch {
      // The build says what it cannot resolve.
      return {}
    }
  }
  return (specifier) => {
    const known = loaded.get(specifier) ?? load(specifier)
    loaded.set(specifier, known)
    return known
  }
}

function idOf(token: unknown, kind: TokenKind): string | null {
  if (!isRecord(token) || token['kind'] !== kind) return null
  const id = kind === 'service' ? token['id'] : token['name']
  return typeof id === 'string' ? id : null
}

/** Follows a name through the plugin's own files to its declaration, or to another's contract. */
async function followName(
  sources: ReadonlyMap<string, PluginSource>,
  load: LoadedTokens,
  { path, name, kind }: { readonly path: string; readonly name: string; readonly kind: TokenKind },
  seen: readonly string[] = [],
): Promise<string | null> {
  const tokens = sources.get(path)?.tokens
  const here = `${path} ${name}`
  if (!tokens || seen.includes(here)) return null
  const own = tokens.declared.find((each) => each.name === name && each.kind === kind)
  if (own) return own.id
  const binding = tokens.bindings.find((each) => each.name === name)
  if (!binding) return null
  if (!binding.from.startsWith('.'))
    // Contracts are data, so that nothing happens when they are loaded.
    return binding.from.startsWith('@spawnpoint/contracts/')
      ? idOf((await load(binding.from))[binding.imported], kind)
      : null
  const next = { path: posix.join(posix.dirname(path), binding.from), name: binding.imported, kind }
  return followName(sources, load, next, [...seen, here])
}

/** Services that the server module finds and events that it listens to, each with the capability for it. */
export async function findTokenUses(
  folder: string,
  sources: readonly PluginSource[],
): Promise<readonly TokenUse[]> {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const load = createLoader(folder)
  const uses: TokenUse[] = []
  for (const { path, side, tokens } of sources) {
    if (side !== 'server') continue
    for (const { kind, name, line } of tokens.asked) {
      const id = await followName(byPath, load, { path, name, kind })
      if (id !== null) uses.push({ text: id, wanted: `server.${kind}s:${id}`, at: `${path}:${line}` })
    }
  }
  return uses
}
