/** The long form of a proof under `npm run test:soak`, its short form under `npm test`. */
export const soak = <T>(long: T, short: T): T => (process.env['SOAK'] === '1' ? long : short)
