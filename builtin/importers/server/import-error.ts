/** A problem that the operator can solve; its message is printed as it is. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImportError'
  }
}
