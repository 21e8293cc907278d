const KEY = 'spawnpoint_unsaved_language'

/** Null where this browser keeps nothing for the site. */
const tabStorage = (): Storage | null => {
  try {
    return globalThis.sessionStorage
  } catch {
    return null
  }
}

/** The language that somebody chose in this tab and that no account has yet. It survives the way through a log-in. */
export const unsavedLanguage = {
  find: (): string | null => tabStorage()?.getItem(KEY) ?? null,
  keep: (locale: string): void => tabStorage()?.setItem(KEY, locale),
  forget: (): void => tabStorage()?.removeItem(KEY),
}
