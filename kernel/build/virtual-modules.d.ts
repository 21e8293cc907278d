declare module 'virtual:builtin-modules' {
  /** Plugin id → module name → loader; nothing is fetched before the first call. */
  export const builtinModules: Readonly<
    Record<string, Readonly<Record<string, () => Promise<{ readonly default: unknown }>>>>
  >
}

declare module 'virtual:locales' {
  interface Chunk {
    /** One root key per owner. */
    readonly default: Readonly<Record<string, unknown>>
    /** Those of plugins, by the same names with `_<id>` behind the language. */
    readonly later?: Chunks
  }
  type Chunks = Readonly<Record<string, () => Promise<Chunk>>>
  /** Language in lower case, and the same with `-home`, `-resource` → loader of messages. */
  export const locales: Chunks
  /** Built-ins whose words do not come with the first chunk. */
  export const laterWords: readonly string[]
}
