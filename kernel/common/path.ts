/** Matches `/ticket/:id` against a path in any case, as the browser's router does; a last `*` takes the rest. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const want = pattern.split('/')
  const have = path.replace(/\/+$/, '').split('/')
  const takesRest = want.at(-1) === '*'
  if (takesRest ? have.length < want.length - 1 : have.length !== Math.max(want.length, 1)) return null
  const params: Record<string, string> = {}
  for (const [index, part] of want.entries()) {
    if (part === '*' && index === want.length - 1) return params
    const got = have[index] ?? ''
    if (!part.startsWith(':')) {
      if (part.toLowerCase() !== got.toLowerCase()) return null
    } else if (got === '') return null
    else params[part.slice(1)] = decode(got)
  }
  return params
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // A malformed escape is no reason to lose the page.
  }
}
