// The sizes of tests that are worth more the longer they run: `npm test` takes the small one, `npm run test:long` the full one.

/** The variable that asks for the full sizes. */
export const longRun = 'HANDBILL_LONG_RUN'

/** Whether this run takes the full sizes. */
export const isLong = Boolean(process.env[longRun])

/** The size of a test in this run. */
export const sizeOf = ({ small, full }: { small: number; full: number }) => (isLong ? full : small)
