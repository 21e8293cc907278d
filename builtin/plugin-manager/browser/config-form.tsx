import { configurePlugin, readPluginConfig } from '@spawnpoint/contracts/plugin-manager'
import { useCan, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import {
  checkFields,
  DeclaredForm,
  fieldsOfSchema,
  rowValues,
  StaleEditDialog,
  useDeclaredForm,
  type FormField,
  type FormValues,
  type StaleEdit,
} from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { useState } from 'react'
import { useConfigTexts } from './use-config-texts.ts'

type Stored = Pick<ReplyOf<typeof readPluginConfig>, 'values' | 'secretsSet'>

interface ConfigFormProps extends Stored {
  readonly plugin: string
  readonly schema: Readonly<Record<string, unknown>>
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const withDefaults = (fields: readonly FormField[], values: FormValues): FormValues =>
  Object.fromEntries(fields.map(({ name, spec }) => [name, values[name] ?? spec.initial]))

/** The values as they are sent: a secret that is kept is empty, an option left empty is absent. */
const toConfig = (fields: readonly FormField[], values: FormValues): FormValues =>
  Object.fromEntries(
    fields.flatMap(({ name, spec, stored }) => {
      const value = values[name]
      if (spec.kind === 'secret') return value || stored ? [[name, value ?? '']] : []
      return value === null || value === undefined || value === '' ? [] : [[name, value]]
    }),
  )

/** Saves the whole configuration, unless someone else saved another one meanwhile. */
function useSave(plugin: string, base: Stored, onStale: (theirs: Stored, mine: FormValues) => void) {
  const host = useHost()
  const reauthenticate = useReauthenticate()
  const { mutateAsync } = useAction(configurePlugin, { refreshes: [readPluginConfig] })
  const params = { id: plugin }
  return {
    async check(mine: FormValues): Promise<boolean> {
      const fresh = await host.call(readPluginConfig, { params })
      const isStale = !isSame(fresh.values, base.values) || !isSame(fresh.secretsSet, base.secretsSet)
      if (isStale) onStale(fresh, mine)
      return !isStale
    },
    send: (values: FormValues) => reauthenticate(() => mutateAsync({ params, body: { values } })),
  }
}

/** The form that a plugin's own schema asks for. */
export const ConfigForm = ({ plugin, schema, ...stored }: ConfigFormProps) => {
  const t = useT()
  const { notify } = useHost()
  const canEdit = useCan('admin.plugins.edit')
  const [base, setBase] = useState<Stored>(stored)
  const [stale, setStale] = useState<(StaleEdit<FormValues> & { readonly stored: Stored }) | null>(null)
  const fields = fieldsOfSchema(schema, base.secretsSet)
  const initial = rowValues(fields, withDefaults(fields, base.values))
  const texts = useConfigTexts(plugin, schema)
  const { check, send } = useSave(plugin, base, (theirs, mine) =>
    setStale({ base: initial, theirs: withDefaults(fields, theirs.values), mine, stored: theirs }),
  )
  const save = async (values: FormValues) => {
    const config = toConfig(fields, values)
    await send(config)
    const secrets = fields.filter(({ spec }) => spec.kind === 'secret').map(({ name }) => name)
    const next = {
      values: Object.fromEntries(Object.entries(config).filter(([name]) => !secrets.includes(name))),
      secretsSet: secrets.filter((name) => name in config),
    }
    setBase(next)
    form.methods.reset(rowValues(fields, withDefaults(fields, next.values)))
    notify.toast({ title: t('config.saved'), tone: 'success' })
  }
  const form = useDeclaredForm({
    fields,
    initial,
    texts,
    schema: async () => checkFields(fields),
    onlyChanges: false,
    save: async (values) => {
      if (await check(values)) await save(values)
    },
  })
  const reload = (theirs: Stored) => {
    setStale(null)
    setBase(theirs)
    form.methods.reset(rowValues(fields, withDefaults(fields, theirs.values)))
  }
  return (
    <>
      <DeclaredForm
        {...{ form, fields, texts }}
        options={{}}
        title={t('config.settings')}
        disabled={!canEdit}
        submitLabel={t('config.save')}
      />
      <StaleEditDialog
        {...{ stale, fields, texts }}
        onClose={() => setStale(null)}
        onReload={() => stale && reload(stale.stored)}
        onOverwrite={({ mine }) => {
          setStale(null)
          void form.runSave(() => save(mine))
        }}
      />
    </>
  )
}
