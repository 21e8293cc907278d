/** Something that went wrong in a plugin's server module, as its author needs it; a row has the last ones, the newest first, those before its last start among them. @example const isAboutNotes = ({ effect }: PluginError) => effect === 'POST /api/acme-notes/notes' */
export interface PluginError {
  readonly at: Date
  /** The endpoint, job, event or hook. */
  readonly effect: string
  /** With its causes, cut to 4 kB. */
  readonly stack: string
  /** As the caller got it in `x-request-id`; null for what nobody asked for. */
  readonly requestId: string | null
}
