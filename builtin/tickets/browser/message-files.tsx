import { staffFilePath, ticketFilePath, type TicketFile } from '@spawnpoint/contracts/tickets'
import { useT } from '@spawnpoint/sdk/browser'
import { Download, FileText } from '@spawnpoint/sdk/ui/icons'
import { useSize } from './use-size.ts'

export type FileView = 'own' | 'desk'

const paths = { own: ticketFilePath, desk: staffFilePath }

/** Where the bytes of a file are read. */
export const pathOfFile = (view: FileView, id: string, variant: 'file' | 'thumbnail') =>
  `${paths[view].replace(':id', id)}${variant === 'thumbnail' ? '?thumbnail' : ''}`

const Picture = ({ file: { id, name }, view }: { file: TicketFile; view: FileView }) => (
  <a
    href={pathOfFile(view, id, 'file')}
    target="_blank"
    rel="noopener"
    className="block overflow-hidden rounded-lg border border-border bg-sunken hover:border-control"
  >
    <img src={pathOfFile(view, id, 'thumbnail')} alt={name} className="h-32 w-44 object-cover" />
  </a>
)

const Log = ({ file: { id, name, bytes }, view }: { file: TicketFile; view: FileView }) => {
  const t = useT()
  const size = useSize()
  return (
    <a
      href={pathOfFile(view, id, 'file')}
      download
      aria-label={t('files.download', { name })}
      className="flex max-w-full items-center gap-2 rounded-lg border border-border bg-sunken px-3 py-2 text-sm hover:border-control"
    >
      <FileText className="size-4 flex-none text-muted" aria-hidden />
      <span className="min-w-0 truncate font-medium">{name}</span>
      <span className="flex-none text-muted">{size(bytes)}</span>
      <Download className="size-4 flex-none text-muted" aria-hidden />
    </a>
  )
}

/** Attachments of a message: pictures to look at, logs to download. */
export const MessageFiles = ({ files, view }: { files: readonly TicketFile[]; view: FileView }) => {
  if (files.length === 0) return null
  const pictures = files.filter(({ kind }) => kind === 'picture')
  const logs = files.filter(({ kind }) => kind === 'text')
  return (
    <div className="mt-3 grid gap-2">
      {pictures.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {pictures.map((file) => (
            <Picture key={file.id} file={file} view={view} />
          ))}
        </div>
      )}
      {logs.length > 0 && (
        <div className="flex min-w-0 flex-wrap gap-2">
          {logs.map((file) => (
            <Log key={file.id} file={file} view={view} />
          ))}
        </div>
      )}
    </div>
  )
}
