/** Whole coins on top of the gift, rounded up. Shared by the server and the preview. */
export const feeOf = (coins: number, percent: number): number => Math.ceil((coins * percent) / 100)
