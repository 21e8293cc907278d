import type { Plugin } from 'vite'

/**
 * Our hooks bring their own caller compiler, so tapable's, which is made of `new Function`, is never reached.
 * Leaving it out makes that certain: a hook created past the interpreter fails everywhere, not only under the policy.
 */
export function tapableWithoutEval(): Plugin {
  return {
    name: 'spawnpoint:tapable-without-eval',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /[\\/]tapable[\\/]lib[\\/]HookCodeFactory\.js$/ },
      handler: () =>
        "module.exports = class { setup() {} create() { throw new Error('E_HOOK_NOT_INTERPRETED') } }",
    },
    transform: {
      filter: {
        id: /[\\/]tapable[\\/]lib[\\/]\w+\.js$/,
        code: /CodeFactory extends HookCodeFactory|\.MultiHook/,
      },
      // Remove the text of each kind's compiler, which has no callers any more, and two collections
      // of hooks, which we do not use.
      handler: (code) => ({
        code: code
          .replace(/^(class \w+CodeFactory extends HookCodeFactory) \{[\s\S]*?^\}$/m, '$1 {}')
          .replace(/^module\.exports\.(HookMap|MultiHook) = .*$/gm, ''),
        map: null,
      }),
    },
  }
}
