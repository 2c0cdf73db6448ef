// The error of a command that prints its answer and ends with exit status 1.

export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}
