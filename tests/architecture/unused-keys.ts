import { readMessages } from './locale-messages.ts'
import { isCode, isTest, type SourceTree } from './source-tree.ts'

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const computed = /\$\{(?:[^{}]|\{[^{}]*\})*\}/

/** A key with computed parts, as `steps.${step}`, matches whatever those may be. */
const patternOf = (template: string): string =>
  template
    .split(computed)
    .map(literal)
    .join(String.raw`[\w.-]+`)

const bare = (label: string): string => label.replaceAll(/^%|%$/g, '')

/** Next to nothing but computed parts says nothing about the key. */
const isTelling = (template: string): boolean =>
  /^[\w.-]+$/.test(template.split(computed).join('')) && /\w\.\w*\$\{|\}\.\w/.test(template)

/** Keys that the sources may ask for: literal ones, labels of manifests among them, and patterns of computed ones. */
const readMentions = (tree: SourceTree) => {
  const words = new Set<string>()
  const patterns = new Set<string>()
  for (const [path, text] of tree) {
    if (!/^(?:builtin|kernel|sdk)\//.test(path) || !isCode(path) || isTest(path)) continue
    for (const [, , word = ''] of text.matchAll(/(['"`])%?([\w.-]+)%?\1/g)) words.add(word)
    for (const [, template = ''] of text.matchAll(/`((?:[^`$\s]|\$\{(?:[^{}`]|\{[^{}`]*\})*\})*)`/g))
      if (isTelling(bare(template))) patterns.add(patternOf(bare(template)))
  }
  return { words, isComputed: new RegExp(`^(?:${[...patterns].join('|') || '$^'})$`) }
}

/** Texts of a plugin's second resource stand below its id. */
const secondResources = ['canned-replies.']

/** Groups whose members a function reads by the name of the group. */
const readAsGroup = ['signs.']

const waysToAsk = (key: string): readonly string[] => [
  key,
  ...secondResources.flatMap((id) => (key.startsWith(id) ? [key.slice(id.length)] : [])),
]

/** Texts that no source asks for, which six languages carry for nothing. */
export const findUnusedKeys = (tree: SourceTree): readonly string[] => {
  const { words, isComputed } = readMentions(tree)
  return [...tree].flatMap(([path, text]) => {
    if (!/^(builtin\/[^/]+\/)?locales\/en\.yml$/.test(path)) return []
    return [...readMessages(text).byKey.keys()].flatMap((full) => {
      const key = full.slice(full.indexOf('.') + 1)
      if (readAsGroup.some((group) => key.startsWith(group) && words.has(group.slice(0, -1)))) return []
      const isAsked = waysToAsk(key).some((way) => words.has(way) || isComputed.test(way))
      return isAsked ? [] : [`${path}: nothing asks for ${key}`]
    })
  })
}
