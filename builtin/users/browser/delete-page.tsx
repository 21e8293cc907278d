import { deleteUser, getUser, listUsers } from '@spawnpoint/contracts/users'
import { useExplain, useHost, useParams, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, LinkButton, Page, TextField } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useState, type FormEvent } from 'react'
import type { UserDetails } from './use-user-form.ts'
import { UserGone } from './user-gone.tsx'

const why = (user: UserDetails) => {
  if (user.self) return 'errors.USERS_SELF'
  return user.editable ? null : 'errors.USERS_EXCEEDS_OWN'
}

const DeleteForm = ({ user }: { user: UserDetails }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const [typed, setTyped] = useState('')
  const remove = useAction(deleteUser, { refreshes: [listUsers] })
  const list = host.pathTo('users-list')
  const refusal = why(user)
  const matches = typed.trim() === user.username && refusal === null
  const done = () => {
    host.notify.toast({ title: t('delete.done', { name: user.username }), tone: 'success' })
    host.navigate(list, { replace: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!matches || remove.isPending) return
    // The mutation holds the error, and the page shows it.
    reauthenticate(() => remove.mutateAsync({ params: { id: user.id } })).then(done, () => undefined)
  }
  return (
    <Card title={`${user.username} · ${user.email}`}>
      <form className="sp-form" onSubmit={submit}>
        {refusal !== null && <Alert tone="warning">{t(refusal)}</Alert>}
        {remove.error && <Alert tone="danger">{explain(remove.error)}</Alert>}
        <p>{t('delete.text')}</p>
        <TextField
          label={t('delete.type', { name: user.username })}
          value={typed}
          disabled={refusal !== null}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="sp-form-actions">
          <LinkButton to={list}>{t('delete.cancel')}</LinkButton>
          <Button
            type="submit"
            variant="danger"
            icon={<Trash2 aria-hidden />}
            disabled={!matches}
            loading={remove.isPending}
          >
            {t('delete.confirm')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const DeletePage = () => {
  const t = useT()
  const host = useHost()
  const { id = '' } = useParams()
  const query = useEndpoint(getUser, { params: { id } })
  const title = t('pages.delete.title')
  return (
    <Loaded query={query} gone={<UserGone />}>
      {({ item }) => (
        <Page
          title={title}
          subject={item.username}
          breadcrumbs={[{ label: t('pages.list.title'), to: host.pathTo('users-list') }, { label: title }]}
          width="narrow"
        >
          <DeleteForm user={item} />
        </Page>
      )}
    </Loaded>
  )
}

export default DeletePage
