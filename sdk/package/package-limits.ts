/** How much a package may be, before anything of it is unpacked. */
export interface PackageLimits {
  /** Bytes of the file itself. */
  readonly bytes: number
  readonly entries: number
  /** Bytes of all files unpacked. */
  readonly unpacked: number
  /** How many times its packed size a file may be; small files are left alone. */
  readonly ratio: number
  readonly manifestBytes: number
}

const MIB = 1024 * 1024

export const PACKAGE_LIMITS: PackageLimits = {
  bytes: 20 * MIB,
  entries: 2_000,
  unpacked: 80 * MIB,
  ratio: 200,
  manifestBytes: MIB,
}
