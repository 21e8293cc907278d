/**
 * Error for a use that the manifest does not declare. Returns an `Error` whose message
 * begins with `E_CAPABILITY` and names the line to add; throws nothing itself.
 *
 * @example throw capabilityError('hello', 'notify') // E_CAPABILITY hello: add "notify" to capabilities in manifest.ts
 */
export const capabilityError = (plugin: string, capability: string): Error =>
  new Error(`E_CAPABILITY ${plugin}: add "${capability}" to capabilities in manifest.ts`)
