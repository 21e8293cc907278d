import { z } from 'zod'

/** A file that a call brought. It lies outside of memory until it is read. @example const sizeOf = async (file: UploadedFile) => (await file.read()).length */
export interface UploadedFile {
  /** As its sender calls it; trust neither the name nor the type. */
  readonly name: string
  readonly type: string
  readonly size: number
  /** The form's other fields, as text. */
  readonly fields: Readonly<Record<string, string>>
  /** Its bytes. They are gone once the call is answered. */
  read(): Promise<Uint8Array>
}

/** The media type of an endpoint that takes a file. @example defineEndpoint({ method: 'POST', path: '/api/tickets/files', summary: 'Attach a file', access: { user: true }, accepts: FORM_DATA, bodyLimit: 10_485_760, body: uploadedFile(), reply: z.object({ id: z.string() }) }) */
export const FORM_DATA = 'multipart/form-data'

const isUploadedFile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'read' in value && 'fields' in value

/**
 * The body of an endpoint whose `accepts` is {@link FORM_DATA}: callers pass a `FormData` with one file, the handler gets an
 * {@link UploadedFile}. `bodyLimit` bounds the file; a larger one fails with `TOO_LARGE`, a form without a file with
 * `VALIDATION`.
 *
 * @example const body = uploadedFile()
 */
// Callers and handlers see different things: the form becomes a file on its way.
export const uploadedFile = () =>
  z.custom<UploadedFile>(isUploadedFile) as unknown as z.ZodType<UploadedFile, FormData>
