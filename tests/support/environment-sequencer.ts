import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const needsBrowser = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom')

const rankOf = (file: TestSpecification): number => {
  if (needsBrowser(file)) return 2
  return file.moduleId.includes('/tests/integration/') ? 0 : 1
}

/**
 * Runs the files that need a DOM last: a worker is replaced, with all it has loaded, when the environment changes. Those
 * that start products run first, so that no long one is left when all others have ended.
 */
export class EnvironmentSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
