/** The languages of the interface, each by its own name. `MD` is Simplified Chinese, not the country code. @example languages.map(({ id, name }) => ({ value: id, label: name })) */
export const languages = [
  { id: 'EN', tag: 'en', name: 'English' },
  { id: 'RO', tag: 'ro', name: 'Română' },
  { id: 'FR', tag: 'fr', name: 'Français' },
  { id: 'DE', tag: 'de', name: 'Deutsch' },
  { id: 'ES', tag: 'es', name: 'Español' },
  { id: 'MD', tag: 'zh', name: '简体中文' },
] as const
