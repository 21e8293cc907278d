import {
  deleteServer,
  getServer,
  listServers,
  serverLimits,
  type ServerItem,
} from '@spawnpoint/contracts/servers'
import { useExplain, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, KeyValue, LinkButton, Skeleton, TextField } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useState, type FormEvent } from 'react'
import { OwnServerFrame } from './server-frame.tsx'
import { ServerGone } from './server-gone.tsx'

const Waiting = () => <Skeleton shape="block" className="h-80 max-w-180" />

const DeleteForm = ({ item }: { item: ServerItem }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const [typed, setTyped] = useState('')
  const home = host.pathToWellKnown('home')
  const matches = typed.trim() === item.name
  const remove = useAction(deleteServer, {
    refreshes: [listServers, serverLimits],
    removes: [getServer],
    // Before the list is loaded again: without the server in it this page would say that there is none.
    onReply: () => {
      host.notify.toast({ title: t('delete.done', { name: item.name }), tone: 'success' })
      host.navigate(home, { replace: true })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (matches && !remove.isPending) remove.mutate({ params: { id: item.id } })
  }
  const facts = [
    { label: t('columns.egg'), value: item.egg.name ?? '–' },
    { label: t('columns.category'), value: item.category.name ?? '–' },
    { label: t('columns.location'), value: item.location.name ?? '–' },
  ]
  return (
    <Card title={t('pages.delete.title')}>
      <form className="sp-form" onSubmit={submit}>
        {remove.error && <Alert tone="danger">{explain(remove.error)}</Alert>}
        <KeyValue items={facts} />
        <p>{t('delete.text')}</p>
        <TextField
          label={t('delete.type', { name: item.name })}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="sp-form-actions">
          <LinkButton to={home}>{t('cancel')}</LinkButton>
          <Button
            type="submit"
            variant="danger"
            icon={<Trash2 aria-hidden />}
            disabled={!matches || item.status === 'deleting'}
            loading={remove.isPending}
          >
            {t('delete.confirm')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const Removal = () => {
  const { id = '' } = useParams()
  const query = useEndpoint(getServer, { params: { id } })
  return (
    <div className="max-w-180">
      <Loaded query={query} loading={<Waiting />} gone={<ServerGone />}>
        {({ item }) => <DeleteForm item={item} />}
      </Loaded>
    </div>
  )
}

const DeletePage = () => (
  <OwnServerFrame tab="delete">
    <Removal />
  </OwnServerFrame>
)

export default DeletePage
