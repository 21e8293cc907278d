import type { SourceTree } from './source-tree.ts'

const traces: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.-])\/work\/|\/tmp\/bash_jobs/, 'names a folder of one machine'],
  [/\.\.\/shared\/[A-Za-z-]+\.md/, 'names a document outside of the repository'],
]

const registryHost =
  /"resolved":\s*"https?:|\bregistry\.[a-z0-9-]+\.[a-z]+|https?:\/\/[^"\s]+\/-\/[^"\s]+\.tgz/

const linesWith = (path: string, text: string, pattern: RegExp, fault: string): string[] =>
  text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${fault}`] : []))

export const findMachinePaths = (tree: SourceTree): string[] =>
  [...tree].flatMap(([path, text]) =>
    traces.flatMap(([pattern, fault]) => linesWith(path, text, pattern, fault)),
  )

export const findRegistryHosts = (tree: SourceTree): string[] =>
  ['package-lock.json', '.npmrc', 'package.json'].flatMap((path) =>
    linesWith(path, tree.get(path) ?? '', registryHost, 'names a registry host'),
  )
