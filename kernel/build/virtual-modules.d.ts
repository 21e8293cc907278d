declare module 'virtual:builtin-modules' {
  /** Plugin id → module name → loader; nothing is fetched before the first call. */
  export const builtinModules: Readonly<
    Record<string, Readonly<Record<string, () => Promise<{ readonly default: unknown }>>>>
  >
}

declare module 'virtual:locales' {
  /** Language in lower case, and the same with `-home`, `-more`, `-staff` → loader of messages: one root key per owner. */
  export const locales: Readonly<
    Record<string, () => Promise<{ readonly default: Readonly<Record<string, unknown>> }>>
  >
  /** Built-ins whose words do not come with the first chunk → the one that they come with. */
  export const laterWords: Readonly<Record<string, '-home' | '-more' | '-staff'>>
}
