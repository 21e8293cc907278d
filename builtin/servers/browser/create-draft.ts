import { resourceKeys, resourceMinimum, type serverOptions } from '@spawnpoint/contracts/servers'
import { CallError } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { findProblems, prefilled, type AmountProblem, type Amounts } from './amounts.ts'

export type Options = ReplyOf<typeof serverOptions>
export const steps = ['category', 'egg', 'location', 'resources'] as const
export type Step = (typeof steps)[number]

export type Draft = {
  readonly name: string
  readonly description: string
  readonly acceptTerms: boolean
  readonly categoryId: string
  readonly locationId: string
  readonly eggId: string
  readonly amounts: Amounts
  /** Variables of the game as typed, by their keys; those left alone are not there. */
  readonly environment: Readonly<Record<string, string>>
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
  environment: {},
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
  /** The box of the last step is not ticked. */
  readonly terms: boolean
  readonly amounts: readonly AmountProblem[]
}

const missing: Record<Step, (draft: Draft, options: Options) => boolean> = {
  category: (draft, options) => eggsOf(options, draft).length === 0,
  egg: (draft, options) => !eggsOf(options, draft).some(({ id }) => id === draft.eggId),
  location: ({ locationId }, options) =>
    !options.locations.some((each) => each.id === locationId && closedBecause(options, each) === null),
  resources: ({ name }) => name.trim() === '' || name.trim().length > 32,
}

/** Problems that block a step: a message key, the terms, or amounts that exceed the limits. */
export const problemsOf = (step: Step, draft: Draft, options: Options): Problems => {
  const isLast = step === 'resources'
  return {
    message: missing[step](draft, options) ? `wizard.missing.${step}` : null,
    terms: isLast && !draft.acceptTerms,
    amounts: isLast ? findProblems(draft.amounts, options.free) : [],
  }
}

/** The place of the step that an address names: none beyond the first that is not done. */
export const stepAt = (hash: string, draft: Draft, options: Options): number => {
  const wanted = steps.findIndex((step) => `#${step}` === hash)
  const open = steps.findIndex((step) => missing[step](draft, options))
  return Math.max(0, open === -1 ? wanted : Math.min(wanted, open))
}

/** The step whose choice an order was refused for; sizes, limits, settings and terms are all in the last one. */
export const stepOfRefusal = (error: unknown): Step => {
  const code = error instanceof CallError ? error.code : ''
  const early = { category: 'SERVERS_CATEGORY_', egg: 'SERVERS_EGG_', location: 'SERVERS_LOCATION_' } as const
  return (
    (['category', 'egg', 'location'] as const).find((step) => code.startsWith(early[step])) ?? 'resources'
  )
}

const isTexts = (value: unknown, like: object): boolean =>
  value instanceof Object &&
  Object.entries(like).every(([key, own]) => typeof Reflect.get(value, key) === typeof own)

const textsOf = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => typeof each === 'string'))

/** A draft as it was written to the storage; null where it is none. */
export const readDraft = (text: string | null, like: Draft): Draft | null => {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    // Checked against a draft of today, field by field.
    return isTexts(value, like) && isTexts(Reflect.get(value as object, 'amounts'), like.amounts)
      ? { ...(value as Draft), environment: textsOf(Reflect.get(value as object, 'environment')) }
      : null
  } catch {
    return null
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
