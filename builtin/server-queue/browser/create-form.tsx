import {
  buildOptions,
  countBuilds,
  createBuild,
  findOwners,
  listBuilds,
} from '@spawnpoint/contracts/server-queue'
import { SHELL, useHost, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import type { CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import {
  checkFields,
  DeclaredForm,
  useDeclaredForm,
  type FormField,
  type FormTexts,
  type FormValues,
} from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, type AmountScale } from '@spawnpoint/sdk/ui'
import { useEffect, useRef, useState } from 'react'
import { useVariables } from './use-variables.ts'

type BuildOptions = ReplyOf<typeof buildOptions>
type Body = NonNullable<CallOf<typeof createBuild>['body']>
type Named = readonly { readonly id: string; readonly name: string }[]

const usual = { memory: 1024, cpu: 100, disk: 1024, databases: 1, backups: 1, allocations: 1 }

const initial: FormValues = {
  owner: null,
  name: '',
  description: '',
  locationId: null,
  categoryId: null,
  eggId: null,
  ...usual,
  ignoreLimits: false,
  reason: '',
}

/** Fields up to the egg, after which its variables stand. */
const afterEgg = 6

const one = (name: string, rows: Named, disabled = false): FormField => ({
  name,
  spec: { kind: 'choice', values: rows.map(({ id }) => id) },
  cell: 'sm:col-span-3',
  disabled,
})

type Scales = Readonly<Record<string, AmountScale>>

const fieldsFor = (
  { locations, categories }: BuildOptions,
  eggs: Named,
  isBeyond: boolean,
  scales: Scales = {},
): readonly FormField[] => [
  { name: 'owner', spec: { kind: 'uuid' }, search: true, cell: 'sm:col-span-3' },
  { name: 'name', spec: { kind: 'text', min: 1, max: 32 }, cell: 'sm:col-span-3' },
  { name: 'description', spec: { kind: 'multiline', max: 255, optional: true }, cell: 'sm:col-span-3' },
  one('locationId', locations),
  one('categoryId', categories),
  one('eggId', eggs, eggs.length === 0),
  ...Object.keys(usual).map((name): FormField => {
    const amount = scales[name]
    return { name, spec: { kind: 'integer', min: 0, max: 10_000_000 }, ...(amount && { amount }) }
  }),
  { name: 'ignoreLimits', spec: { kind: 'boolean' }, cell: 'sm:col-span-3' },
  {
    name: 'reason',
    spec: { kind: 'multiline', max: 500, ...(isBeyond ? { min: 1 } : { optional: true }) },
    cell: 'sm:col-span-3',
  },
]

const useScales = (): Scales => {
  const t = useT()
  const unit = t('units.gb', { value: '' }).trim()
  const gigabytes: AmountScale = { per: 1024, step: 0.5, unit, plain: true }
  return { memory: gigabytes, disk: gigabytes, cpu: { per: 1, step: 25, unit: '%', plain: true } }
}

const labels: Readonly<Record<string, string>> = {
  owner: 'create.owner',
  name: 'columns.name',
  locationId: 'columns.location',
  categoryId: 'fields.category',
  eggId: 'fields.egg',
  ignoreLimits: 'create.ignoreLimits',
  reason: 'create.reason',
}

const useBuildTexts = (
  { locations, categories }: BuildOptions,
  variables: ReturnType<typeof useVariables>,
): FormTexts => {
  const t = useT()
  const { translate } = useHost()
  const rows = [...locations, ...categories, ...categories.flatMap(({ eggs }) => eggs)]
  return {
    label: (name) => variables.label(name) ?? t(labels[name] ?? `fields.${name}`),
    hint: (name) =>
      ['owner', 'ignoreLimits'].includes(name) ? t(`create.${name}Hint`) : variables.hint(name),
    value: (_name, id) => rows.find((row) => row.id === id)?.name ?? id,
    problem: (code, values) =>
      /^[A-Z]/.test(code) ? t(`errors.${code}`) : translate(SHELL, `resource.problems.${code}`, values),
  }
}

/** The form keeps its first schema: this one checks the fields of the egg that is chosen then. */
const useLatestCheck = (fields: readonly FormField[]) => {
  const latest = useRef(fields)
  useEffect(() => {
    latest.current = fields
  })
  return async () => ({ safeParse: (values: unknown) => checkFields(latest.current).safeParse(values) })
}

/** Queues a server for a customer, within the customer's limits unless staff give a reason. */
export const CreateForm = ({ options }: { options: BuildOptions }) => {
  const t = useT()
  const host = useHost()
  const withKey = useRequestKey()
  const [chosen, setChosen] = useState<string | null>(null)
  const variables = useVariables(chosen)
  const texts = useBuildTexts(options, variables)
  const scales = useScales()
  const create = useAction(createBuild, { refreshes: [listBuilds, countBuilds] })
  const list = host.pathTo('server-queue-list')
  const save = async (values: FormValues) => {
    // The form has checked the values; the server checks them again.
    const { order, environment } = variables.split(values)
    const written = { description: order['description'] ?? '', reason: order['reason'] ?? '' }
    await withKey((requestKey) =>
      create.mutateAsync({ body: { ...order, ...written, environment, requestKey } as Body }),
    )
    host.notify.toast({ title: t('create.done'), tone: 'success' })
    host.navigate(list)
  }
  const fields = [...fieldsFor(options, [], false), ...variables.fields]
  const form = useDeclaredForm({
    fields,
    initial,
    texts,
    schema: useLatestCheck(fields),
    onlyChanges: false,
    save,
  })
  const { watch, setValue } = form.methods
  const categoryId: unknown = watch('categoryId')
  const eggId: unknown = watch('eggId')
  const egg = typeof eggId === 'string' && eggId !== '' ? eggId : null
  if (egg !== chosen) setChosen(egg)
  const eggs = options.categories.find(({ id }) => id === categoryId)?.eggs ?? []
  const isForeign = eggId !== null && !eggs.some(({ id }) => id === eggId)
  useEffect(() => {
    // An egg belongs to one category.
    if (isForeign) setValue('eggId', null)
  }, [isForeign, setValue])
  const isBeyond = watch('ignoreLimits') === true
  const drawn = fieldsFor(options, eggs, isBeyond, scales).filter(({ name }) => name !== 'reason' || isBeyond)
  return (
    <DeclaredForm
      {...{ form, texts }}
      fields={[...drawn.slice(0, afterEgg), ...variables.fields, ...drawn.slice(afterEgg)]}
      options={{ owner: findOwners }}
      grid="grid grid-cols-1 gap-4 sm:grid-cols-3"
      cancelTo={list}
      submitLabel={t('create.submit')}
    >
      {variables.isBroken && <Alert tone="warning">{t('errors.SERVERS_EGG_BROKEN')}</Alert>}
    </DeclaredForm>
  )
}
