import { findCitations } from '../architecture/citations.ts'
import type { SourceTree } from '../architecture/source-tree.ts'
import { listDoneRules } from '../architecture/traceability.ts'
import type { Mutant } from './mutant.ts'

export interface Selection {
  /** Area prefixes or rule ids, such as `SES` or `SES4`; all when empty. */
  readonly only: readonly string[]
  /** Files that changed; all count when null. */
  readonly changed: readonly string[] | null
}

/** The files whose test titles cite each rule. */
export const citingFiles = (tree: SourceTree): ReadonlyMap<string, readonly string[]> => {
  const files = new Map<string, string[]>()
  for (const { id, path } of findCitations(tree)) files.set(id, [...(files.get(id) ?? []), path])
  return files
}

const isAsked = (rule: string, only: readonly string[]) =>
  only.length === 0 || only.some((each) => rule === each || rule.replace(/\d+$/, '') === each)

export function selectMutants(mutants: readonly Mutant[], tree: SourceTree, selection: Selection): Mutant[] {
  const { only, changed } = selection
  const citing = citingFiles(tree)
  return mutants.filter(
    ({ rule, file }) =>
      isAsked(rule, only) &&
      (changed === null || [file, ...(citing.get(rule) ?? [])].some((each) => changed.includes(each))),
  )
}

/** Mutants whose edit no longer fits its file, or fits it twice. */
export const findUnfit = (mutants: readonly Mutant[], tree: SourceTree): string[] =>
  mutants.flatMap(({ rule, file, find }) => {
    const matches = (tree.get(file) ?? '').split(find).length - 1
    return matches === 1 ? [] : [`${rule}: ${JSON.stringify(find)} occurs ${matches} times in ${file}`]
  })

/** Mutants that name a test file which does not cite their rule: nothing in it would run. */
export const findUnnoticed = (mutants: readonly Mutant[], tree: SourceTree): string[] => {
  const named = new Set(mutants.flatMap(({ noticedBy }) => noticedBy ?? []))
  const cited = new Set(findCitations(tree, named).map(({ id, path }) => `${id} ${path}`))
  return mutants.flatMap(({ rule, noticedBy }) =>
    noticedBy === undefined || cited.has(`${rule} ${noticedBy}`)
      ? []
      : [`${rule}: ${noticedBy} does not cite it`],
  )
}

/** Rules that are done although nobody has broken them yet: their tests may pass whatever the product does. */
export const findUndefended = (mutants: readonly Mutant[], tree: SourceTree, only: readonly string[]) => {
  const broken = new Set(mutants.map(({ rule }) => rule))
  return listDoneRules(tree)
    .filter(({ id }) => isAsked(id, only) && !broken.has(id))
    .map(({ id, path }) => `${path}: no mutant breaks ${id}`)
}
