// The address of the page of an account in the console, by the id of the account or its handle.

export const accountAddress = (id: string): string => `/review/accounts/${id}`
