// What stops a start: a setting that cannot be used (contract.md §2).

/** The message is the one line that the operator sees: it begins with the name of the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
