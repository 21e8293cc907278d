/** Something the operator has to change: the start prints `message` alone and ends with exit code 1. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}
