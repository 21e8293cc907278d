const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for any place of a page between tags and in quoted attributes. */
export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

/** Where the form of a further page of an image posts to. */
export const formAction = (name: string, path: string): string => `/api/image-hosting/pages/${name}/${path}`

export const LARGEST_FILE_MB = 25
export const MEGABYTE = 1024 * 1024

/** Bytes that Discord shows of each text; a longer site name keeps it from showing anything. */
export const embedBytes = { siteName: 253, title: 67, description: 347 } as const

const encoder = new TextEncoder()

export const byteLength = (text: string): number => encoder.encode(text).length

/** Cuts a text to so many bytes of UTF-8, between characters. */
export function cutBytes(text: string, most: number): string {
  if (byteLength(text) <= most) return text
  const room = most - byteLength('…')
  let [kept, size] = ['', 0]
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    size += byteLength(segment)
    if (size > room) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

const placeholders = /\{(file|user|size|date)\}/g

/** Fills `{file}`, `{user}`, `{size}` and `{date}` into a text of the embed. */
export const fillText = (
  text: string,
  values: Readonly<Record<'file' | 'user' | 'size' | 'date', string>>,
): string => text.replace(placeholders, (_all, name: keyof typeof values) => values[name])

export const UPLOAD_PATH = '/api/image-hosting/upload'

/** The file that sets ShareX up with a double click. Its replies are those of the upload call. */
export const shareXConfig = ({ name, origin, key }: { name: string; origin: string; key: string }) => ({
  Version: '17.0.0',
  Name: name,
  DestinationType: 'ImageUploader',
  RequestMethod: 'POST',
  RequestURL: `${origin}${UPLOAD_PATH}`,
  Headers: { Authorization: `Bearer ${key}` },
  Body: 'MultipartFormData',
  FileFormName: 'file',
  URL: '{json:url}',
  ThumbnailURL: '{json:thumbnailUrl}',
  DeletionURL: '{json:deleteUrl}',
  ErrorMessage: '{json:message}',
})
