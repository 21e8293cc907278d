import { readEmbed, saveEmbed, type EmbedSettings } from '@spawnpoint/contracts/image-hosting'
import { byteLength, embedBytes, fillText } from '@spawnpoint/contracts/image-hosting/schemas'
import { useExplain, useFormat, useSession, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, Field, FormError, Switch, TextArea, TextField } from '@spawnpoint/sdk/ui'
import { useState, type FormEvent } from 'react'
import { DiscordCard } from './discord-card.tsx'

type TextName = 'siteName' | 'author' | 'title' | 'description'
const limits: Readonly<Record<TextName, number>> = { ...embedBytes, author: embedBytes.siteName }

/** An example of what the placeholders become. */
const useExample = () => {
  const name = useSession(({ user }) => user['username'])
  return {
    file: 'castle.png',
    user: typeof name === 'string' ? name : '',
    size: '1.2 MB',
    date: '2026-05-04',
  }
}

const Texts = ({ value, onChange }: { value: EmbedSettings; onChange: (value: EmbedSettings) => void }) => {
  const t = useT()
  const { number } = useFormat()
  const example = useExample()
  const field = (name: TextName, label: string, Drawn: typeof TextField | typeof TextArea, most: number) => {
    const used = byteLength(fillText(value[name], example))
    const counter = t('embed.bytes', { used: number(used), max: number(limits[name]) })
    return (
      <Drawn
        label={label}
        value={value[name]}
        maxLength={most}
        disabled={!value.enabled}
        hint={used > limits[name] ? `${counter}. ${t('embed.cut')}` : counter}
        onChange={({ target }: { target: { value: string } }) => onChange({ ...value, [name]: target.value })}
      />
    )
  }
  return (
    <>
      {field('siteName', t('embed.siteName'), TextField, embedBytes.siteName)}
      {field('author', t('embed.author'), TextField, 100)}
      {field('title', t('embed.titleField'), TextField, 200)}
      {field('description', t('embed.description'), TextArea, 500)}
      <Field label={t('embed.color')}>
        {(control) => (
          <input
            {...control}
            type="color"
            className="h-9 w-16 rounded-md border border-control bg-surface p-1"
            value={value.color}
            disabled={!value.enabled}
            onChange={({ target }) => onChange({ ...value, color: target.value })}
          />
        )}
      </Field>
      <p className="sp-hint">{t('embed.placeholders', { interpolation: { skipOnVariables: true } })}</p>
    </>
  )
}

const EmbedForm = ({ saved, host }: { saved: EmbedSettings; host: string }) => {
  const t = useT()
  const explain = useExplain()
  const [value, setValue] = useState(saved)
  const save = useAction(saveEmbed, { refreshes: [readEmbed] })
  const example = useExample()
  const isChanged = JSON.stringify(value) !== JSON.stringify(saved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate({ body: value })
  }
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <form className="sp-form" onSubmit={submit}>
        <Switch
          label={t('embed.enabled')}
          checked={value.enabled}
          onChange={({ target }) => setValue({ ...value, enabled: target.checked })}
        />
        <Texts value={value} onChange={setValue} />
        {save.error && <FormError message={explain(save.error)} />}
        {save.isSuccess && !isChanged && <Alert tone="success">{t('embed.saved')}</Alert>}
        <div>
          <Button type="submit" variant="primary" loading={save.isPending} disabled={!isChanged}>
            {t('embed.save')}
          </Button>
        </div>
      </form>
      <DiscordCard settings={value} values={example} host={host} />
    </div>
  )
}

export const EmbedCard = () => {
  const t = useT()
  return (
    <Card title={t('embed.title')} description={t('embed.text')}>
      <Loaded query={useEndpoint(readEmbed)} title={t('embed.title')}>
        {({ embed, host }) => <EmbedForm saved={embed} host={host} />}
      </Loaded>
    </Card>
  )
}
