import { resourceKeys, resourceMinimum, type serverOptions } from '@spawnpoint/contracts/servers'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { findProblems, prefilled, type AmountProblem, type Amounts } from './amounts.ts'

export type Options = ReplyOf<typeof serverOptions>
export const steps = ['details', 'category', 'location', 'egg', 'resources'] as const
export type Step = (typeof steps)[number]

export type Draft = {
  readonly name: string
  readonly description: string
  readonly acceptTerms: boolean
  readonly categoryId: string
  readonly locationId: string
  readonly eggId: string
  readonly amounts: Amounts
}

export const startDraft = ({ categories, free }: Options): Draft => ({
  name: '',
  description: '',
  acceptTerms: false,
  // The only one needs no choosing.
  categoryId: categories.length === 1 ? (categories[0]?.id ?? '') : '',
  locationId: '',
  eggId: '',
  amounts: prefilled(free),
})

export const eggsOf = ({ categories }: Options, { categoryId }: Draft) =>
  categories.find(({ id }) => id === categoryId)?.eggs ?? []

/** Why a location takes no server of this person, or null. */
export const closedBecause = (
  { vip }: Options,
  { vipOnly, usedSlots, slots, status }: Options['locations'][number],
): 'vip' | 'full' | 'closed' | null => {
  if (status !== 'online') return 'closed'
  if (vipOnly && !vip) return 'vip'
  return usedSlots >= slots ? 'full' : null
}

type Problems = {
  readonly message: string | null
  /** The box of the first step is not ticked. */
  readonly terms: boolean
  readonly amounts: readonly AmountProblem[]
}

const missing: Record<Exclude<Step, 'resources'>, (draft: Draft, options: Options) => boolean> = {
  details: ({ name }) => name.trim() === '' || name.trim().length > 32,
  category: ({ categoryId }) => categoryId === '',
  location: ({ locationId }) => locationId === '',
  egg: (draft, options) => !eggsOf(options, draft).some(({ id }) => id === draft.eggId),
}

/** Problems that block a step: a message key, the terms, or amounts that exceed the limits. */
export const problemsOf = (step: Step, draft: Draft, options: Options): Problems => {
  if (step === 'resources')
    return { message: null, terms: false, amounts: findProblems(draft.amounts, options.free) }
  return {
    message: missing[step](draft, options) ? `wizard.missing.${step}` : null,
    terms: step === 'details' && !draft.acceptTerms,
    amounts: [],
  }
}

/** Is there anything to order, and if not, why? */
export const blockedBecause = ({
  free,
  locations,
  categories,
}: Options): 'slots' | 'resources' | 'locations' | 'eggs' | null => {
  if (free.slots < 1) return 'slots'
  // Not even the smallest server fits: better said now than on the last step.
  if (resourceKeys.some((key) => free[key] < resourceMinimum[key])) return 'resources'
  if (!locations.some(({ status }) => status === 'online')) return 'locations'
  return categories.length === 0 ? 'eggs' : null
}
