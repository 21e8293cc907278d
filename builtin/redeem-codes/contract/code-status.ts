/** Whether a code can be redeemed, and if not, why: what the operator switched off counts first. */
export const codeStatuses = ['enabled', 'disabled', 'expired', 'depleted'] as const

export type CodeStatus = (typeof codeStatuses)[number]
