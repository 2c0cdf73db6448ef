// The error of a setting that cannot be used; it stops the start (contract.md §2).

/** The message is the one line that the operator sees: it begins with the name of the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
