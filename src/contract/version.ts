// The version of this software, as its documents state it; package.json says the same.

export const version = '0.1.0'
