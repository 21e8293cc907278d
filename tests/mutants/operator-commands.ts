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
  {
    rule: 'UPG7',
    file: 'kernel/cli/start-server.ts',
    find: 'options.standBy === true ? commandGuard : createUpgradeGuard(config, toConsole)',
    replace: 'createUpgradeGuard(config, toConsole)',
  },
  {
    rule: 'OPS38',
    file: 'kernel/cli/release/make-release.ts',
    find: '.includes(`\\n## [${version}] - `)) return',
    replace: '.includes(version)) return',
    noticedBy: 'kernel/cli/release/release.test.ts',
  },
  {
    rule: 'OPS38',
    file: 'kernel/cli/release/make-release.ts',
    find: '  requireChanges(root)\n',
    replace: '',
    noticedBy: 'kernel/cli/release/release.test.ts',
  },
  {
    rule: 'UPG8',
    file: 'kernel/cli/bootstrap.mjs',
    find: "return process.env['UPGRADE_UNDONE'] === 'wait' ? wait : null",
    replace: 'return null',
  },
  {
    rule: 'UPG7',
    file: 'kernel/cli/upgrade/refuse-upgrade.ts',
    find: '.length === 0) return',
    replace: '.length >= 0) return',
  },
  {
    rule: 'OPS36',
    file: 'kernel/build/replace-build.ts',
    find: '    await link(join(old, name), join(fresh, name))\n',
    replace: '',
  },
  {
    rule: 'OPS36',
    file: 'kernel/cli/page-handlers.ts',
    find: '      beside: assetsBeside(ROOT),\n',
    replace: '',
    noticedBy: 'kernel/cli/release/release.test.ts',
  },
  {
    rule: 'OPS36',
    file: 'kernel/build/replace-build.ts',
    find: '> KEPT_MS) continue',
    replace: '> 2 * KEPT_MS) continue',
  },
  {
    rule: 'OPS36',
    file: 'kernel/server/page/assets.ts',
    find: ' && !earlier.has(name),\n',
    replace: ',\n',
    noticedBy: 'kernel/build/replace-build.test.ts',
  },
  {
    rule: 'OPS35',
    file: 'builtin/referrals/server/forget-addresses.ts',
    find: ', prunes: true',
    replace: '',
    noticedBy: 'tests/contract/kept-days.test.ts',
  },
  {
    rule: 'OPS24',
    file: 'builtin/panel/server/call-counts.ts',
    find: "isPanelError(error) ? error.reason : 'failed'",
    replace: "'ok'",
    noticedBy: 'tests/integration/monitoring.test.ts',
  },
]
