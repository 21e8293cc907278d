import type { Plugin } from 'vite'

/** Boundaries of the framework mode and of `Await`, which neither the shell nor its façade has. */
const frameworkBoundary =
  /^(var (?:RemixErrorBoundary|AwaitErrorBoundary) = class) extends React\d*\.Component \{[\s\S]*?^\};$/gm

/**
 * The router's package is one file with its framework mode inside. Names for the developer tools and calls that are
 * not marked as pure would keep a third of it in the page although nothing uses it.
 */
export function leanRouter(): Plugin {
  return {
    name: 'spawnpoint:lean-router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/][\w-]+\.mjs$/ },
      handler: (code) => ({
        code: code
          .replace(frameworkBoundary, '$1 {};')
          .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
          .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  }
}
