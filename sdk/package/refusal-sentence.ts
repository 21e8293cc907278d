import { EndpointFailure } from '@spawnpoint/sdk/server'

const sentences: Readonly<Record<string, string>> = {
  PACKAGE_TOO_LARGE: 'The package is too large ({{bytes}} bytes; {{max}} are allowed).',
  PACKAGE_NOT_A_ZIP: 'This is no plugin package: {{reason}}.',
  PACKAGE_PATH_OUTSIDE: 'A file of the package would land outside of its folder: {{path}}.',
  PACKAGE_SYMLINK: 'The package holds something other than files: {{path}}.',
  PACKAGE_BOMB: 'The package would unpack to more than is allowed: {{reason}}.',
  PACKAGE_ENTRY_TWICE: 'Two entries of the package are one file on some systems: {{path}}.',
  PACKAGE_MANIFEST: 'The manifest of the package is not usable: {{problems}}.',
  PACKAGE_HASH: 'The file {{path}} is {{reason}}: build and pack the plugin again.',
  PACKAGE_UPGRADE_FAILED: 'Version {{version}} did not start, so the one before runs on: {{reason}}',
  PACKAGE_SIGNATURE: 'The package claims the key {{keyId}} and is not signed by it: somebody changed it.',
}

const fill = (text: string, details: Readonly<Record<string, string | number>> = {}) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => String(details[name] ?? mark))

/** Says why a package was refused; null for any other error. */
export function refusalSentence(error: unknown): string | null {
  const sentence = error instanceof EndpointFailure ? sentences[error.code] : undefined
  if (!(error instanceof EndpointFailure) || sentence === undefined) return null
  return `${error.code} ${fill(sentence, error.details)}`
}
