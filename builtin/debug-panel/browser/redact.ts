import { hideSecrets, isSecretName } from '@spawnpoint/sdk/common'

/** The value of a storage entry: JSON is looked into, text under a secret's name is hidden. */
export function redactEntry(key: string, value: string): unknown {
  if (isSecretName(key)) return '•••'
  try {
    return hideSecrets(JSON.parse(value))
  } catch {
    // Plain text is a value too.
    return value
  }
}

export const asJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? 'null'
