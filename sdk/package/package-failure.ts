import { EndpointFailure } from '@spawnpoint/sdk/server'

type Details = Readonly<Record<string, string | number>>

const STATUS: Readonly<Record<string, number>> = {
  PACKAGE_TOO_LARGE: 413,
  PACKAGE_NOT_A_ZIP: 400,
  PACKAGE_PATH_OUTSIDE: 400,
  PACKAGE_SYMLINK: 400,
  PACKAGE_BOMB: 400,
  PACKAGE_ENTRY_TWICE: 400,
  PACKAGE_MANIFEST: 400,
  PACKAGE_HASH: 400,
  PACKAGE_SIGNATURE: 400,
  PACKAGE_REVIEW_GONE: 404,
}

/** A refusal of a package: its code is a message key, its details the words to fill in. */
export const packageFailure = (
  code: string,
  details: Details = {},
  fields?: Readonly<Record<string, string>>,
) => new EndpointFailure(code, STATUS[code] ?? 409, { details, ...(fields ? { fields } : {}) })
