import { isRecord } from '../../common/is-record.ts'
import type { Manifest } from '@spawnpoint/sdk/common'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, type ESTree } from 'vite'
import { loadFresh } from '../../package/build/load-module.ts'
import { readMessagesFile } from '../../package/build/messages-file.ts'
import { TOOLS_ROOT } from '../repository.ts'
import type { PluginSource } from './plugin-sources.ts'

const nameOf = (node: ESTree.Node): string | null => {
  if (node.type === 'Identifier') return node.name
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}

/** Codes that stand in `fails: { … }` of a declaration and in `new EndpointFailure('…')`. */
export function writtenFailures(program: ESTree.Program): readonly { code: string; start: number }[] {
  const found: { code: string; start: number }[] = []
  const put = (node: ESTree.Node | undefined) => {
    const code = node ? nameOf(node) : null
    if (node && code !== null) found.push({ code, start: node.start })
  }
  new Visitor({
    CallExpression({ callee, arguments: [declared] }) {
      if (!/^define(Endpoint|Resource)$/.test(nameOf(callee) ?? '')) return
      if (declared?.type !== 'ObjectExpression') return
      for (const each of declared.properties) {
        if (each.type !== 'Property' || nameOf(each.key) !== 'fails') continue
        if (each.value.type !== 'ObjectExpression') continue
        for (const inner of each.value.properties) if (inner.type === 'Property') put(inner.key)
      }
    },
    NewExpression({ callee, arguments: [first] }) {
      if (nameOf(callee) === 'EndpointFailure' && first?.type === 'Literal') put(first)
    },
  }).visit(program)
  return found
}

/** Codes of what a contract declares for this plugin, however they came there; what it passes on of others is theirs. */
function codesIn(value: unknown, id: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((inner) => codesIn(inner, id))
  if (!isRecord(value)) return []
  const { kind, path, fails } = value
  const isOwn = kind === 'resource' ? value['id'] === id : `${String(path)}/`.startsWith(`/api/${id}/`)
  if (kind === 'endpoint' || kind === 'resource') return isOwn && isRecord(fails) ? Object.keys(fails) : []
  return Object.getPrototypeOf(value) === Object.prototype
    ? Object.values(value).flatMap((inner) => codesIn(inner, id))
    : []
}

async function contractCodes(folder: string, id: string): Promise<readonly string[]> {
  const file = join(folder, 'contract/index.ts')
  if (!existsSync(file)) return []
  try {
    return Object.values(await loadFresh(file)).flatMap((each) => codesIn(each, id))
  } catch {
    // The build says why it cannot be loaded; until then there is what stands in the sources.
    return []
  }
}

/** Every dashboard has words for these. */
function shellCodes(): ReadonlySet<string> {
  const { shell } = readMessagesFile(join(TOOLS_ROOT, 'locales/en.yml'))
  const errors = isRecord(shell) ? shell['errors'] : undefined
  return new Set(isRecord(errors) ? Object.keys(errors) : [])
}

/** The error codes of a plugin's own, each with where it stands. */
export async function findFailureCodes(
  folder: string,
  { id }: Manifest,
  sources: readonly PluginSource[],
): Promise<ReadonlyMap<string, string>> {
  const shared = shellCodes()
  const loaded = (await contractCodes(folder, id)).map((code) => [code, 'contract/index.ts'] as const)
  const written = sources.flatMap(({ path, failures }) =>
    failures.map(({ text, line }) => [text, `${path}:${line}`] as const),
  )
  // The first place of each code is named.
  return new Map([...loaded, ...written.toReversed()].filter(([code]) => !shared.has(code)))
}
