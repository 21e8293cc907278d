import { createKey, listKeys, revokeKey, type UploadKey } from '@spawnpoint/contracts/image-hosting'
import { shareXConfig } from '@spawnpoint/contracts/image-hosting/schemas'
import { saveFile, useExplain, useFormat, useSetting, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Button,
  Card,
  Code,
  ConfirmDialog,
  CopyButton,
  FormError,
  PageSkeleton,
  TextField,
} from '@spawnpoint/sdk/ui'
import { Download, KeyRound } from '@spawnpoint/sdk/ui/icons'
import { useState, type FormEvent } from 'react'

interface NewKey {
  readonly name: string
  readonly secret: string
}

/** Saves the file that ShareX opens with a double click. */
function saveConfig(app: string, key: string) {
  const config = shareXConfig({ name: app, origin: location.origin, key })
  const file = new Blob([JSON.stringify(config, null, 2)], { type: 'application/json' })
  saveFile(`${app.replaceAll(/[^\p{L}\p{N}]+/gu, '-') || 'images'}.sxcu`, file)
}

const ShownOnce = ({ created, onClose }: { created: NewKey; onClose: () => void }) => {
  const t = useT()
  const app = useSetting('app_name')
  return (
    <Alert tone="success" title={t('keys.newTitle')}>
      <p>{t('keys.newText')}</p>
      <p className="my-2 break-all">
        <Code>{created.secret}</Code>
      </p>
      <div className="sp-actions">
        <CopyButton value={created.secret} label={t('keys.copy')} iconOnly={false} />
        <Button
          size="sm"
          icon={<Download aria-hidden />}
          onClick={() => saveConfig(typeof app === 'string' ? app : '', created.secret)}
        >
          {t('keys.shareX')}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          {t('keys.done')}
        </Button>
      </div>
      <p className="sp-hint mt-2">{t('keys.shareXText')}</p>
    </Alert>
  )
}

const CreateForm = ({ onCreated }: { onCreated: (key: NewKey) => void }) => {
  const t = useT()
  const explain = useExplain()
  const create = useAction(createKey, { refreshes: [listKeys] })
  const [name, setName] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || create.isPending) return
    const { secret } = await create.mutateAsync({ body: { name: name.trim() } })
    onCreated({ name: name.trim(), secret })
    setName('')
  }
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => void submit(event).catch(() => null)}
    >
      <div className="min-w-0 flex-1 basis-56">
        <TextField
          label={t('keys.name')}
          placeholder={t('keys.example')}
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Button type="submit" variant="primary" loading={create.isPending} disabled={name.trim() === ''}>
        {t('keys.create')}
      </Button>
      {create.error && (
        <div className="basis-full">
          <FormError message={explain(create.error)} />
        </div>
      )}
    </form>
  )
}

const KeyLine = ({ found, onRevoke }: { found: UploadKey; onRevoke: () => void }) => {
  const t = useT()
  const { ago, dateTime } = useFormat()
  return (
    <li className="flex min-w-0 items-center gap-3 py-3">
      <KeyRound className="flex-none text-muted" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{found.name}</p>
        <p className="sp-hint" {...(found.lastUsedAt && { title: dateTime(found.lastUsedAt) })}>
          <span className="font-mono">img_…{found.hint}</span>
          {' · '}
          {found.lastUsedAt ? t('keys.used', { ago: ago(found.lastUsedAt) }) : t('keys.never')}
        </p>
      </div>
      <Button size="sm" variant="danger-quiet" onClick={onRevoke}>
        {t('keys.revoke')}
        <span className="sp-hidden">: {found.name}</span>
      </Button>
    </li>
  )
}

const KeyList = ({ keys }: { keys: readonly UploadKey[] }) => {
  const t = useT()
  const explain = useExplain()
  const revoke = useAction(revokeKey, { refreshes: [listKeys] })
  const [asked, setAsked] = useState<UploadKey | null>(null)
  if (keys.length === 0) return <p className="sp-hint">{t('keys.empty')}</p>
  const confirm = async () => {
    if (!asked) return
    await revoke.mutateAsync({ params: { id: asked.id } }).catch(() => null)
    if (!revoke.error) setAsked(null)
  }
  return (
    <>
      <ul className="divide-y divide-border">
        {keys.map((found) => (
          <KeyLine key={found.id} found={found} onRevoke={() => setAsked(found)} />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={confirm}
        title={t('keys.revokeTitle', { name: asked?.name ?? '' })}
        text={t('keys.revokeText')}
        confirmLabel={t('keys.revoke')}
        danger
        loading={revoke.isPending}
        error={revoke.error ? explain(revoke.error) : null}
      />
    </>
  )
}

export const KeysCard = () => {
  const t = useT()
  const [created, setCreated] = useState<NewKey | null>(null)
  return (
    <Card title={t('keys.title')} description={t('keys.text')}>
      <div className="grid grid-cols-1 gap-4">
        {created && <ShownOnce created={created} onClose={() => setCreated(null)} />}
        <CreateForm onCreated={setCreated} />
        <Loaded query={useEndpoint(listKeys)} loading={<PageSkeleton />} title={t('keys.title')}>
          {({ keys }) => <KeyList keys={keys} />}
        </Loaded>
      </div>
    </Card>
  )
}
