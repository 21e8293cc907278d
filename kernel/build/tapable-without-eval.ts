import type { Plugin } from 'vite'

/**
 * Our hooks bring their own caller compiler, so tapable's, which is made of `new Function`, is never reached.
 * Leaving it out makes that certain: a hook created past the interpreter fails everywhere, not only under the policy.
 */
export const tapableWithoutEval = (): Plugin => ({
  name: 'spawnpoint:tapable-without-eval',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /[\\/]tapable[\\/]lib[\\/]HookCodeFactory\.js$/ },
    handler: () =>
      "module.exports = class { setup() {} create() { throw new Error('E_HOOK_NOT_INTERPRETED') } }",
  },
})
