import {
  defaultUiSettings,
  uiSettingBounds,
  uiSettingChoices,
  type SettingBounds,
  type UiSettings,
} from '@spawnpoint/sdk/browser'
import { deriveTheme, weakColors, type ThemeBase } from '@spawnpoint/sdk/common'
import { pageTransitions, type PageTransition } from '@spawnpoint/sdk/ui'
import { z } from 'zod'

const KIND = 'ui-settings'
const CODE = 'UI1.'

/** Everything that a file or a code says. */
export interface SettingsFile {
  readonly kind: typeof KIND
  readonly version: 1
  readonly transition?: PageTransition | undefined
  readonly settings: Partial<UiSettings>
}

/** A reason to refuse: the field, and the key of a message with its values. */
export interface Refusal {
  readonly field: string
  readonly reason:
    | 'json'
    | 'kind'
    | 'version'
    | 'unknown'
    | 'range'
    | 'choice'
    | 'boolean'
    | 'text'
    | 'shape'
    | 'contrast'
  readonly values: Readonly<Record<string, string | number>>
}

const bounds: Readonly<Record<string, SettingBounds>> = uiSettingBounds
const choices: Readonly<Record<string, readonly string[]>> = uiSettingChoices

const refuse = (reason: Refusal['reason'], values: Refusal['values'] = {}) => ({
  error: JSON.stringify({ reason, values }),
})

const isStop = (value: number, { min, max, step }: SettingBounds): boolean => {
  const steps = (value - min) / step
  return value === max || (value >= min && value <= max && Math.abs(steps - Math.round(steps)) < 1e-6)
}

const fieldSchema = (field: string, usual: unknown): z.ZodType => {
  if (typeof usual === 'boolean') return z.boolean(refuse('boolean'))
  if (typeof usual === 'number') {
    const { min, max, step } = bounds[field] ?? { min: 0, max: 10, step: 0.1 }
    const range = refuse('range', { min, max, step })
    return z.number(range).refine((value) => isStop(value, { min, max, step }), range)
  }
  const list = choices[field]
  if (list) return z.enum([...list], refuse('choice', { choices: list.filter(Boolean).join(', ') }))
  const pattern = field === 'picture' ? /^(\/(?!\/)[\w./-]{1,200})?$/ : /^(#[0-9a-f]{6})?$/
  return z.string(refuse('text')).regex(pattern, refuse('text'))
}

const groupSchema = (usual: object) =>
  z
    .strictObject(
      Object.fromEntries(Object.entries(usual).map(([field, value]) => [field, fieldSchema(field, value)])),
      refuse('unknown'),
    )
    .partial()

const settingsSchema = z
  .strictObject(
    Object.fromEntries(
      Object.entries(defaultUiSettings).map(([name, usual]) => [
        name,
        typeof usual === 'object' ? groupSchema(usual) : fieldSchema(name, usual),
      ]),
    ),
    refuse('unknown'),
  )
  .partial()

const fileSchema = z.strictObject(
  {
    kind: z.literal(KIND, refuse('kind')),
    version: z.literal(1, refuse('version')),
    transition: z.enum(pageTransitions, refuse('choice', { choices: pageTransitions.join(', ') })).optional(),
    settings: settingsSchema,
  },
  refuse('kind'),
)

const toRefusals = ({ issues }: z.ZodError): readonly Refusal[] =>
  issues.flatMap((issue) => {
    const path = issue.path.filter((part, index) => index > 0 || part !== 'settings')
    // The message is what `refuse` wrote; an issue of another kind says only where it is.
    const { reason, values } = issue.message.startsWith('{')
      ? (JSON.parse(issue.message) as Omit<Refusal, 'field'>)
      : { reason: 'shape' as const, values: {} }
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : []
    return (keys.length > 0 ? keys.map((key) => [...path, key]) : [path]).map((at) => ({
      field: at.join('.'),
      reason: keys.length > 0 ? ('unknown' as const) : reason,
      values,
    }))
  })

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The caller says so.
    return undefined
  }
}

const decode = (code: string): string => {
  try {
    const bytes = atob(code.slice(CODE.length).replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.codePointAt(0) ?? 0))
  } catch {
    // Not a code that we wrote.
    return ''
  }
}

/** Colors that text could not be read in: those that are written, and those that would be drawn over the instance's. */
const contrastRefusals = ({ colors }: Partial<UiSettings>, base: ThemeBase): readonly Refusal[] => {
  if (!colors) return []
  const theme = { ...defaultUiSettings.colors, ...colors }
  const written = weakColors({ ...theme, accent: '', surface: '' })
  const weak = [...written, ...weakColors(deriveTheme(theme, base), base)]
  return weak
    .filter(({ field }, at) => weak.findIndex((each) => each.field === field) === at)
    .map(({ field, ratio }) => ({ field: `colors.${field}`, reason: 'contrast', values: { ratio } }))
}

/** Reads a file or a share code: all of it, or the reasons why nothing of it is taken. */
export function readSettings(
  text: string,
  base: ThemeBase,
): { readonly file: SettingsFile } | { readonly refused: readonly Refusal[] } {
  const given = text.trim()
  const value = parse(given.startsWith(CODE) ? decode(given) : given)
  if (value === undefined) return { refused: [{ field: '', reason: 'json', values: {} }] }
  const read = fileSchema.safeParse(value)
  if (!read.success) return { refused: toRefusals(read.error) }
  // The schema is made of the settings' own defaults, so that what passes has their shape.
  const file = read.data as unknown as SettingsFile
  const refused = contrastRefusals(file.settings, base)
  return refused.length > 0 ? { refused } : { file }
}

const differences = (settings: UiSettings): Partial<UiSettings> => {
  const usual: Readonly<Record<string, unknown>> = { ...defaultUiSettings }
  const changed = Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
    const before = usual[name]
    if (typeof value !== 'object' || value === null) return value === before ? [] : [[name, value]]
    const fields = Object.entries(value).filter(
      ([field, own]) => own !== (before as Readonly<Record<string, unknown>>)[field],
    )
    return fields.length === 0 ? [] : [[name, Object.fromEntries(fields)]]
  })
  return Object.fromEntries(changed)
}

export const writeFile = (settings: UiSettings, transition: PageTransition): string =>
  `${JSON.stringify({ kind: KIND, version: 1, transition, settings }, null, 2)}\n`

/** A short text with what differs from the defaults, to be sent to someone. */
export const writeCode = (settings: UiSettings, transition: PageTransition): string => {
  const text = JSON.stringify({ kind: KIND, version: 1, transition, settings: differences(settings) })
  const bytes = String.fromCodePoint(...new TextEncoder().encode(text))
  return CODE + btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The settings after an import: what the file does not name is as in the product. */
export const mergeSettings = (given: Partial<UiSettings>): UiSettings => {
  const usual: Readonly<Record<string, unknown>> = { ...defaultUiSettings }
  const named: Readonly<Record<string, unknown>> = { ...given }
  const merged = Object.fromEntries(
    Object.entries(usual).map(([name, before]) => {
      const value = named[name]
      if (value === undefined) return [name, before]
      return [name, typeof before === 'object' ? { ...before, ...value } : value]
    }),
  )
  return merged as unknown as UiSettings // Made of the defaults, name by name.
}
