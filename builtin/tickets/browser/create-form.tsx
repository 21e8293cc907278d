import {
  createTicket,
  listTickets,
  readDraft,
  readTicketOptions,
  ticketBounds,
  ticketPriorities,
  type readTicket,
} from '@spawnpoint/contracts/tickets'
import { CallError, useExplain, useFormat, useHost, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Checkbox, FormError, LinkButton, Select, TextField, useFields } from '@spawnpoint/sdk/ui'
import { Send } from '@spawnpoint/sdk/ui/icons'
import { useRef, useState } from 'react'
import { DiagnosisFacts } from './diagnosis-facts.tsx'
import { DraftLine } from './draft-line.tsx'
import { FileField } from './file-field.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { useKeepDraft, type Draft } from './use-draft.ts'
import { useTicketFiles } from './use-ticket-files.ts'

type Options = ReplyOf<typeof readTicketOptions>
type Department = Options['departments'][number]
type Previous = ReplyOf<typeof readTicket>['ticket']
type Priority = (typeof ticketPriorities)[number]

const useHours = () => {
  const t = useT()
  const format = useFormat()
  return (department: Department | undefined): string | undefined => {
    const hours = department?.hours
    if (!hours) return undefined
    const at = hours.changesAt ? format.dateTime(hours.changesAt) : ''
    return t(hours.open ? 'create.openUntil' : 'create.closedUntil', { at })
  }
}

const ServerPart = ({
  servers,
  server,
  onServer,
  attached,
  onAttached,
}: {
  servers: Options['servers']
  server: string
  onServer: (id: string) => void
  attached: boolean
  onAttached: (attached: boolean) => void
}) => {
  const t = useT()
  const chosen = servers.find(({ id }) => id === server)
  if (servers.length === 0) return null
  return (
    <>
      <Select
        label={t('create.server')}
        name="serverId"
        optional
        placeholder={t('create.noServer')}
        options={servers.map(({ id, name }) => ({ value: id, label: name }))}
        value={server}
        onChange={(event) => onServer(event.target.value)}
      />
      {chosen && (
        <div className="grid gap-3 rounded-lg border border-border p-4">
          <Checkbox
            label={t('create.attach')}
            hint={t('create.attachHint')}
            checked={attached}
            onChange={(event) => onAttached(event.target.checked)}
          />
          {attached && <DiagnosisFacts diagnosis={chosen.diagnosis} />}
        </div>
      )}
    </>
  )
}

/** The start of a ticket: empty, or taken from the closed ticket that it goes on with. */
const startOf = ({ departments, servers }: Options, previous: Previous | null, draft: Draft | null) => {
  const only = departments.length === 1 ? departments[0]?.id : undefined
  const again = departments.find(({ id }) => id === previous?.department?.id)?.id
  const server = servers.find(({ id }) => id === previous?.server?.id)?.id
  return {
    department: again ?? only ?? '',
    server: server ?? '',
    subject: draft?.subject || (previous?.subject ?? ''),
    body: draft?.body ?? '',
    priority: previous?.priority ?? 'low',
  }
}

interface CreateFormProps {
  readonly options: Options
  readonly previous: Previous | null
  readonly draft: Draft | null
}

/** A ticket that is filled in. */
interface Request {
  readonly department: string
  readonly server: string
  readonly withDiagnosis: boolean
  readonly priority: string
  readonly subject: string
  readonly body: string
  readonly files: readonly string[]
  readonly previous: Previous | null
}

const bodyOf = ({ department, server, priority, files, previous, ...rest }: Request) => ({
  ...rest,
  departmentId: department === '' ? null : department,
  serverId: server === '' ? null : server,
  // The options of the select are these.
  priority: priority as Priority,
  files: [...files],
  previousId: previous?.id ?? null,
})

/** Creates the ticket once, however often the call is repeated, and goes there. */
const useCreate = () => {
  const host = useHost()
  const withKey = useRequestKey()
  const create = useAction(createTicket, { refreshes: [listTickets, readTicketOptions, readDraft] })
  return async (request: Request, onCreated: () => void) => {
    const body = bodyOf(request)
    const { id } = await withKey((requestKey) => create.mutateAsync({ body: { ...body, requestKey } }))
    onCreated()
    host.navigate(host.pathTo('ticket', { id }), { replace: true })
    await host.refreshSession('refresh')
  }
}

/** The form with all that its fields do not hold by themselves. */
const useTicketForm = ({ options, previous, draft: stored }: CreateFormProps) => {
  const t = useT()
  const explain = useExplain()
  const create = useCreate()
  const [start] = useState(() => startOf(options, previous, stored))
  const [department, setDepartment] = useState(start.department)
  const [server, setServer] = useState(start.server)
  const [attached, setAttached] = useState(true)
  const [body, setBody] = useState(start.body)
  const subject = useRef(start.subject)
  const draft = useKeepDraft()
  const files = useTicketFiles('own')
  const form = useFields({
    initial: {
      departmentId: start.department,
      priority: start.priority as string,
      subject: start.subject,
      body: '',
    },
    validate: (values) => ({
      ...(options.departments.length > 0 &&
        department === '' && { departmentId: t('create.chooseDepartment') }),
      ...(values.subject.trim() === '' && { subject: t('create.enterSubject') }),
      ...(body.trim() === '' && files.files.length === 0 && { body: t('create.enterMessage') }),
    }),
    submit: ({ subject: title, priority }) => {
      const request = {
        department,
        server,
        withDiagnosis: attached,
        priority,
        subject: title,
        body,
        previous,
      }
      return create({ ...request, files: files.files.map((file) => file.id) }, draft.drop)
    },
    onFailure: (error) =>
      error instanceof CallError && error.code === 'TICKETS_DEPARTMENT'
        ? { fields: { departmentId: explain(error) } }
        : { message: explain(error) },
  })
  const typeSubject = (text: string) => {
    subject.current = text
    draft.keep({ subject: text, body })
    form.field('subject').onInput()
  }
  const typeBody = (text: string) => {
    setBody(text)
    draft.keep({ subject: subject.current, body: text })
    form.field('body').onInput()
  }
  const choose = (id: string) => {
    setDepartment(id)
    form.field('departmentId').onInput()
  }
  const serverPart = { server, onServer: setServer, attached, onAttached: setAttached }
  return { form, department, choose, serverPart, body, typeSubject, typeBody, draft, files }
}

interface DepartmentSelectProps {
  readonly departments: Options['departments']
  readonly chosen: string
  readonly error: string | undefined
  readonly onChoose: (id: string) => void
}

const DepartmentSelect = ({ departments, chosen, error, onChoose }: DepartmentSelectProps) => {
  const t = useT()
  const hours = useHours()
  if (departments.length === 0) return null
  return (
    <Select
      label={t('columns.department')}
      hint={hours(departments.find(({ id }) => id === chosen))}
      required
      placeholder={t('create.chooseDepartment')}
      options={departments.map(({ id, name }) => ({ value: id, label: name }))}
      name="departmentId"
      error={error}
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
    />
  )
}

export const CreateForm = (props: CreateFormProps) => {
  const { departments, servers } = props.options
  const t = useT()
  const host = useHost()
  const { form, department, choose, serverPart, body, typeSubject, typeBody, draft, files } =
    useTicketForm(props)
  return (
    <form className="sp-form" {...form.props}>
      <FormError message={form.formError} />
      <DepartmentSelect
        departments={departments}
        chosen={department}
        error={form.errors.departmentId}
        onChoose={choose}
      />
      <ServerPart servers={servers} {...serverPart} />
      <Select
        label={t('columns.priority')}
        options={ticketPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
        {...form.field('priority')}
      />
      <TextField
        label={t('columns.subject')}
        required
        maxLength={ticketBounds.subject}
        autoComplete="off"
        {...form.field('subject')}
        onInput={(event) => typeSubject(event.currentTarget.value)}
      />
      <FileField files={files} view="own">
        <MarkdownField
          label={t('create.message')}
          rows={8}
          value={body}
          required={files.files.length === 0}
          error={form.errors.body}
          onChange={typeBody}
        />
      </FileField>
      <div className="sp-form-actions">
        <DraftLine state={draft.state} />
        <LinkButton to={host.pathTo('tickets')}>{t('cancel')}</LinkButton>
        <Button
          type="submit"
          variant="primary"
          icon={<Send aria-hidden />}
          loading={form.submitting}
          disabled={files.isSending}
        >
          {t('create.submit')}
        </Button>
      </div>
    </form>
  )
}
