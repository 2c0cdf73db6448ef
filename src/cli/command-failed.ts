// The error of a command that has printed its answer and nevertheless ends with exit status 1.

export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}
