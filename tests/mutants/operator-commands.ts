import type { Mutant } from './mutant.ts'

/** Commands of the kernel for the operator. */
export const operatorCommandMutants: readonly Mutant[] = [
  {
    rule: 'OPS34',
    file: 'kernel/cli/read-config.ts',
    find: 'return [...new Set(names)].map(',
    replace: 'return [...new Set(names.slice(0, 1))].map(',
    noticedBy: 'tests/integration/config-check.test.ts',
  },
  {
    rule: 'OPS34',
    file: 'kernel/cli/check-config.ts',
    find: "if (state === 'failed') isUsable = false",
    replace: "if (state === 'ok') isUsable = true",
  },
  {
    rule: 'OPS34',
    file: 'kernel/cli/check-config.ts',
    find: 'const fits = await isKeyOf(pool, createSecrets(key.text))',
    replace: 'const fits = key.text.length > 0',
  },
  {
    rule: 'OPS35',
    file: 'kernel/server/jobs/jobs.ts',
    find: '.filter(({ prunes }) => prunes)',
    replace: '.filter(({ prunes }) => !prunes)',
    noticedBy: 'tests/integration/config-check.test.ts',
  },
]
