/** A reason to export nothing, as the operator reads it. Stands alone because every step of an export throws it. */
export class ExportError extends Error {
  override name = 'ExportError'
}
