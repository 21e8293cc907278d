/** The bytes that a `Range` header asks for; null asks for all of them. Several ranges at once are answered with all. */
export function readRange(
  header: string | undefined,
  size: number,
): { readonly first: number; readonly last: number } | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  return first >= size || first > last ? 'unsatisfiable' : { first, last }
}
