/** The key of shortcuts as the keyboard names it: each is taken with Ctrl and with ⌘. */
export const controlKey = (t: (key: string) => string): string =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : t('control')
