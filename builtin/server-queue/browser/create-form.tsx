import { countBuilds, createBuild, listBuilds } from '@spawnpoint/contracts/server-queue'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, FormError, LinkButton, Select, Switch, TextArea, TextField } from '@spawnpoint/sdk/ui'
import { useRef, useState, type FormEvent } from 'react'
import {
  amountKeys,
  bodyOf,
  isComplete,
  startValues,
  type BuildOptions,
  type Owner,
  type Values,
} from './create-values.ts'
import { OwnerField } from './owner-field.tsx'

type FieldsProps = { values: Values; set: (change: Partial<Values>) => void }

const named = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

const Places = ({ values, set, options }: FieldsProps & { options: BuildOptions }) => {
  const t = useT()
  const eggs = options.categories.find(({ id }) => id === values.categoryId)?.eggs ?? []
  return (
    <>
      <Select
        label={t('columns.location')}
        placeholder={t('create.choose')}
        options={named(options.locations)}
        value={values.locationId}
        required
        onChange={(event) => set({ locationId: event.target.value })}
      />
      <Select
        label={t('fields.category')}
        placeholder={t('create.choose')}
        options={named(options.categories)}
        value={values.categoryId}
        required
        onChange={(event) => set({ categoryId: event.target.value, eggId: '' })}
      />
      <Select
        label={t('fields.egg')}
        placeholder={t('create.choose')}
        options={named(eggs)}
        value={values.eggId}
        disabled={eggs.length === 0}
        required
        onChange={(event) => set({ eggId: event.target.value })}
      />
    </>
  )
}

const Amounts = ({ values, set }: FieldsProps) => {
  const t = useT()
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      {amountKeys.map((key) => (
        <TextField
          key={key}
          label={t(`fields.${key}`)}
          type="number"
          inputMode="numeric"
          value={values[key]}
          required
          onChange={(event) => set({ [key]: event.target.value })}
        />
      ))}
    </div>
  )
}

const Beyond = ({ values, set }: FieldsProps) => {
  const t = useT()
  return (
    <>
      <Switch
        label={t('create.ignoreLimits')}
        hint={t('create.ignoreLimitsHint')}
        checked={values.ignoreLimits}
        onChange={(event) => set({ ignoreLimits: event.target.checked })}
      />
      {values.ignoreLimits && (
        <TextArea
          label={t('create.reason')}
          value={values.reason}
          maxLength={500}
          required
          onChange={(event) => set({ reason: event.target.value })}
        />
      )}
    </>
  )
}

/** Queues a server for somebody, within their limits unless staff says why not. */
export const CreateForm = ({ options }: { options: BuildOptions }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const key = useRef<string>(null)
  const [owner, setOwner] = useState<Owner | null>(null)
  const [values, setValues] = useState<Values>(startValues)
  const create = useAction(createBuild, { refreshes: [listBuilds, countBuilds] })
  const list = host.pathTo('server-queue-list')
  const set = (change: Partial<Values>) => {
    // Another order, another key; the same one sent again is the same order.
    key.current = null
    setValues((now) => ({ ...now, ...change }))
  }
  const done = () => {
    host.notify.toast({ title: t('create.done'), tone: 'success' })
    host.navigate(list)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!owner || create.isPending) return
    key.current ??= crypto.randomUUID()
    create.mutate({ body: bodyOf(values, owner, key.current) }, { onSuccess: done })
  }
  return (
    <form className="sp-form" onSubmit={submit} noValidate>
      {create.error && <FormError message={explain(create.error)} />}
      <OwnerField owner={owner} onFound={setOwner} />
      <TextField
        label={t('columns.name')}
        value={values.name}
        maxLength={32}
        autoComplete="off"
        required
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextArea
        label={t('fields.description')}
        value={values.description}
        maxLength={255}
        optional
        onChange={(event) => set({ description: event.target.value })}
      />
      <Places {...{ values, set, options }} />
      <Amounts {...{ values, set }} />
      <Beyond {...{ values, set }} />
      <div className="sp-form-actions">
        <LinkButton to={list}>{t('delete.cancel')}</LinkButton>
        <Button
          type="submit"
          variant="primary"
          disabled={!owner || !isComplete(values)}
          loading={create.isPending}
        >
          {t('create.submit')}
        </Button>
      </div>
    </form>
  )
}
