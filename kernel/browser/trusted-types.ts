const customScript = '/api/system/custom.js'

/** Only our own assets and the operator's script may ever become a script address. */
export const isAdmittedScript = (address: string, origin: string): boolean => {
  const url = URL.parse(address, origin)
  if (!url || url.origin !== origin) return false
  return url.pathname.startsWith('/assets/') || url.pathname === customScript
}

const isImportMap = (text: string): boolean => {
  try {
    const map: unknown = JSON.parse(text)
    return typeof map === 'object' && map !== null && 'imports' in map
  } catch {
    return false
  }
}

interface ScriptPolicy {
  createScriptURL(address: string): string
}

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string; createScript(text: string): string },
  ): ScriptPolicy
}

/** The one Trusted Types policy; where the browser has none, the same rules without its type. */
export const createScriptPolicy = (window: Window): ScriptPolicy => {
  const { origin } = window.location
  const rules = {
    createScriptURL: (address: string): string => {
      if (isAdmittedScript(address, origin)) return address
      throw new TypeError(`not a script of ours: ${address}`)
    },
    createScript: (text: string): string => {
      if (isImportMap(text)) return text
      throw new TypeError('not an import map')
    },
  }
  // Not in the DOM library of TypeScript yet.
  const { trustedTypes } = window as Window & { trustedTypes?: PolicyFactory }
  return trustedTypes?.createPolicy('spawnpoint', rules) ?? rules
}
