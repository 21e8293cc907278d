import {
  getServer,
  listServers,
  resourceKeys,
  resourceMinimum,
  serverLimits,
  updateServer,
  type Limits,
  type ResourceKey,
  type ServerItem,
} from '@spawnpoint/contracts/servers'
import { SHELL, useCall, useHost, useT } from '@spawnpoint/sdk/browser'
import type { CallOf } from '@spawnpoint/sdk/common'
import {
  checkFields,
  DeclaredForm,
  StaleEditDialog,
  useEditForm,
  type FormField,
  type FormTexts,
  type FormValues,
} from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { useAmountFormat, useAmountScale } from './amounts.ts'
import { ResourceMeter } from './resource-fields.tsx'

type Body = NonNullable<CallOf<typeof updateServer>['body']>

const minus = (all: Limits, own: Readonly<Record<ResourceKey, number>>): Limits => ({
  ...all,
  ...Object.fromEntries(resourceKeys.map((key) => [key, all[key] - own[key]])),
})

const fieldsFor = (
  most: (key: ResourceKey) => number,
  scaleOf: ReturnType<typeof useAmountScale>,
): readonly FormField[] => [
  { name: 'name', spec: { kind: 'text', min: 1, max: 32 }, cell: 'sm:col-span-2' },
  { name: 'description', spec: { kind: 'multiline', max: 255, optional: true }, cell: 'sm:col-span-2' },
  ...resourceKeys.map((name): FormField => {
    const amount = scaleOf(name)
    const spec = { kind: 'integer' as const, min: resourceMinimum[name], max: most(name) }
    return { name, spec, ...(amount && { amount }) }
  }),
]

const valuesOf = (item: ServerItem): FormValues =>
  Object.fromEntries(['name', 'description', ...resourceKeys].map((name) => [name, Reflect.get(item, name)]))

const useServerTexts = (): FormTexts => {
  const t = useT()
  const { translate } = useHost()
  const format = useAmountFormat()
  const scaleOf = useAmountScale()
  const bounds: Readonly<Record<string, readonly [rule: string, bound: string]>> = {
    number_too_small: ['least', 'minimum'],
    number_too_big: ['most', 'maximum'],
  }
  return {
    label: (name) => t(scaleOf(name) ? `limits.${name}` : `fields.${name}`),
    hint: () => undefined,
    value: (_name, value) => value,
    problem: (code, values = {}, name = '') => {
      if (name === 'name') return t('wizard.missing.resources')
      const key = resourceKeys.find((each) => each === name)
      if (!key) return translate(SHELL, `resource.problems.${code}`, values)
      const [rule, bound] = bounds[code] ?? ['whole', '']
      return t(`rules.${rule}`, { bound: format(key, Number(values[bound] ?? 0)) })
    },
  }
}

/** Asks, saves against the version that the edit began with, and leads home. */
const useStored = ({ id }: ServerItem) => {
  const t = useT()
  const host = useHost()
  const call = useCall()
  const { mutateAsync } = useAction(updateServer, { refreshes: [listServers, getServer, serverLimits] })
  const params = { id }
  const save = async (changes: FormValues, against: ServerItem) => {
    const confirmed = await host.notify.dialog({
      title: t('update.confirm.title'),
      text: t('update.confirm.text'),
      confirmLabel: t('update.save'),
      cancelLabel: t('cancel'),
    })
    if (!confirmed) return undefined
    const values = { ...valuesOf(against), ...changes }
    // The form has checked the values; the server checks them again.
    const body = { ...values, description: values['description'] ?? '', version: against.version } as Body
    await mutateAsync({ params, body })
    host.notify.toast({ title: t('update.done'), tone: 'success' })
    host.navigate(host.pathToWellKnown('home'))
    return undefined
  }
  return { save, reread: async () => (await call(getServer, { params })).item }
}

/** Name, description and resources; the panel follows a change. */
export const UpdateForm = ({
  item,
  limits,
}: {
  item: ServerItem
  limits: { used: Limits; total: Limits }
}) => {
  const t = useT()
  const host = useHost()
  const texts = useServerTexts()
  const scaleOf = useAmountScale()
  const others = minus(limits.used, item)
  // The server may keep its current resources after limits were lowered.
  const fields = fieldsFor((key) => Math.max(limits.total[key] - others[key], item[key]), scaleOf)
  const { form, staleDialog } = useEditForm({
    fields,
    row: item,
    texts,
    valuesOf,
    schema: async () => checkFields(fields),
    onlyChanges: true,
    ...useStored(item),
  })
  const values = form.methods.watch()
  const meter = (name: string) => (
    <ResourceMeter {...{ name, others }} value={Number(values[name]) || 0} total={limits.total} />
  )
  return (
    <>
      <DeclaredForm
        {...{ form, fields, texts }}
        cancelTo={host.pathToWellKnown('home')}
        submitLabel={t('update.save')}
        disabled={item.wanted !== null || item.status === 'deleting'}
        grid="grid grid-cols-1 gap-5 sm:grid-cols-2"
        below={meter}
      />
      <StaleEditDialog {...staleDialog} />
    </>
  )
}
