import { FORM_DATA, type AnyEndpoint, type UploadedFile } from '@spawnpoint/sdk/common'

/** An uploaded file as it passes between threads, where its `read` cannot. */
interface UploadCopy extends Omit<UploadedFile, 'read'> {
  readonly bytes: Uint8Array
}

const isForm = ({ accepts }: Pick<AnyEndpoint, 'accepts'>) => accepts === FORM_DATA

/** The body of a call for the worker; a form without a file has none. */
export async function copyBody(endpoint: AnyEndpoint, body: unknown): Promise<unknown> {
  if (!isForm(endpoint) || body === undefined) return body
  // The main thread has made it of the form itself.
  const { name, type, size, fields, read } = body as UploadedFile
  return { name, type, size, fields, bytes: await read() } satisfies UploadCopy
}

/** The body that the handler in the worker gets. */
export function bodyOfCopy(endpoint: AnyEndpoint, body: unknown): unknown {
  if (!isForm(endpoint) || body === undefined || body === null) return body
  // Sent by the main thread, which is the product's own code.
  const { bytes, fields, ...facts } = body as UploadCopy
  // No prototype, as in the process: a field may be called what it wants.
  const named = Object.assign(Object.create(null) as Record<string, string>, fields)
  return { ...facts, fields: named, read: async () => bytes } satisfies UploadedFile
}
