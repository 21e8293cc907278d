declare module 'virtual:builtin-modules' {
  type Table = Readonly<
    Record<string, Readonly<Record<string, () => Promise<{ readonly default: unknown }>>>>
  >
  /** Plugin id → module name → loader; nothing is fetched before the first call. */
  export const builtinModules: Table
  /** The same for modules that only pages of the administration draw. */
  export const loadAdminModules: () => Promise<Table>
}

declare module 'virtual:locales' {
  /** Language in lower case, and the same with `ADMIN_MESSAGES` behind it → loader of messages, one root key per plugin. */
  export const locales: (
    fetch: (url: string) => Promise<Response>,
  ) => Readonly<Record<string, () => Promise<{ readonly default: Readonly<Record<string, unknown>> }>>>
}
