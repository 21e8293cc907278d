import { ticketFileBounds, type TicketFile } from '@spawnpoint/contracts/tickets'
import { useExplain, useT } from '@spawnpoint/sdk/browser'
import { FileDrop, IconButton, ProgressBar } from '@spawnpoint/sdk/ui'
import { FileText, RefreshCw, X } from '@spawnpoint/sdk/ui/icons'
import type { ReactNode } from 'react'
import { pathOfFile, type FileView } from './message-files.tsx'
import { useSize } from './use-size.ts'
import type { TicketFiles } from './use-ticket-files.ts'

const accepted =
  'image/png,image/jpeg,image/gif,image/webp,image/avif,text/*,.log,.json,.yml,.yaml,.toml,.properties,.conf,.cfg,.gz'

interface LineProps {
  readonly picture: ReactNode
  readonly name: string
  readonly children: ReactNode
  readonly buttons: ReactNode
}

const Line = ({ picture, name, children, buttons }: LineProps) => (
  <li className="flex min-w-0 items-center gap-3 rounded-lg border border-border bg-sunken p-2">
    <span className="grid size-9 flex-none place-items-center overflow-hidden rounded-md text-muted">
      {picture}
    </span>
    <div className="min-w-0 flex-1">
      <p className="truncate text-sm font-medium">{name}</p>
      {children}
    </div>
    <span className="flex flex-none">{buttons}</span>
  </li>
)

const log = <FileText className="size-5" aria-hidden />

const Kept = ({ file, view, onRemove }: { file: TicketFile; view: FileView; onRemove: () => void }) => {
  const t = useT()
  const size = useSize()
  const { id, name, kind, bytes } = file
  return (
    <Line
      name={name}
      picture={
        kind === 'picture' ? (
          <img src={pathOfFile(view, id, 'thumbnail')} alt="" className="size-full object-cover" />
        ) : (
          log
        )
      }
      buttons={
        <IconButton
          size="sm"
          label={t('files.remove', { name })}
          icon={<X aria-hidden />}
          onClick={onRemove}
        />
      }
    >
      <p className="text-xs text-muted">{size(bytes)}</p>
    </Line>
  )
}

const Pending = ({ item, files }: { item: TicketFiles['pending'][number]; files: TicketFiles }) => {
  const t = useT()
  const explain = useExplain()
  const { key, file, state, share, error } = item
  const { name } = file
  const isFailed = state === 'failed'
  return (
    <Line
      name={name}
      picture={log}
      buttons={
        <>
          {isFailed && (
            <IconButton
              size="sm"
              label={t('files.retry', { name })}
              icon={<RefreshCw aria-hidden />}
              onClick={() => files.retry(key)}
            />
          )}
          <IconButton
            size="sm"
            label={t('files.remove', { name })}
            icon={<X aria-hidden />}
            onClick={() => files.cancel(key)}
          />
        </>
      }
    >
      {isFailed ? (
        <p className="text-xs text-danger" role="alert">
          {explain(error)}
        </p>
      ) : (
        <ProgressBar label={t('files.progress', { name })} value={share} hideLabel />
      )}
    </Line>
  )
}

interface FileFieldProps {
  readonly files: TicketFiles
  readonly view: FileView
  /** The editor that files can be dropped on and pasted into. */
  readonly children: ReactNode
}

/** Files of the next message, below its editor. */
export const FileField = ({ files, view, children }: FileFieldProps) => {
  const t = useT()
  const size = useSize()
  const hint = t('files.hint', {
    pictures: size(ticketFileBounds.pictureBytes),
    texts: size(ticketFileBounds.textBytes),
  })
  return (
    <div className="grid gap-3">
      <FileDrop
        label={t('files.label')}
        hint={hint}
        button={t('files.choose')}
        accept={accepted}
        multiple
        onFiles={files.add}
      >
        {children}
      </FileDrop>
      {(files.files.length > 0 || files.pending.length > 0) && (
        <ul className="grid gap-2 sm:grid-cols-2" aria-label={t('files.label')}>
          {files.files.map((file) => (
            <Kept key={file.id} file={file} view={view} onRemove={() => files.remove(file.id)} />
          ))}
          {files.pending.map((item) => (
            <Pending key={item.key} item={item} files={files} />
          ))}
        </ul>
      )}
    </div>
  )
}
