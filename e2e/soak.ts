/** One of several that are alike stands for all, but for the long form: `npm run test:soak`. */
export const everyNth = <T>(all: readonly T[], nth: number): readonly T[] =>
  process.env['SOAK'] ? all : all.filter((_, index) => index % nth === 0)
