import { codePaths, isTest, type SourceTree } from './source-tree.ts'

const owner = 'builtin/payments/'
const folderOf = (path: string) => path.split('/').slice(0, 2).join('/')
const takesProviders = /\bPaymentProviders\b[^;]*from '@spawnpoint\/contracts\/payments'/
const runsKit = /^testPaymentProvider\(/m

/** Plugins that add a payment provider and have no test that runs the conformance kit. */
export const findUntestedProviders = (tree: SourceTree): readonly string[] => {
  const paths = codePaths(tree).filter((path) => !path.startsWith(owner))
  const textOf = (path: string) => tree.get(path) ?? ''
  const adding = paths.filter(
    (path) => /^(builtin|plugins)\//.test(path) && !isTest(path) && takesProviders.test(textOf(path)),
  )
  return [...new Set(adding.map(folderOf))].filter(
    (folder) =>
      !paths.some((path) => isTest(path) && folderOf(path) === folder && runsKit.test(textOf(path))),
  )
}
