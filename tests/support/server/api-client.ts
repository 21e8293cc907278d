/** An answer as a test reads it. */
export interface Answer {
  readonly status: number
  // Tests assert on what came; the shape is theirs to know.
  readonly body: Readonly<Record<string, unknown>> & { error_code?: string }
  readonly headers: Headers
}

/** Calls the server as a browser of our own origin would; keeps its cookies. The address may change from call to call. */
export function createApiClient(url: string | (() => string), origin: string, cookie: string) {
  const jar = new Map(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const isForm = body instanceof Blob || body instanceof FormData
    const response = await fetch((typeof url === 'string' ? url : url()) + path, {
      method,
      redirect: 'manual',
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) keep(line)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      body: isJson && text ? (JSON.parse(text) as Answer['body']) : { text },
      headers: response.headers,
    }
  }

  function keep(line: string) {
    const [pair = ''] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    if (/Max-Age=0/.test(line)) jar.delete(name)
    else jar.set(name, pair.slice(pair.indexOf('=') + 1))
  }

  return {
    jar,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body: unknown = undefined, headers?: Record<string, string>) =>
      send('POST', path, body, headers),
    put: (path: string, body: unknown) => send('PUT', path, body),
    patch: (path: string, body: unknown) => send('PATCH', path, body),
    delete: (path: string, body?: unknown) => send('DELETE', path, body),
    send,
  }
}

export type ApiClient = ReturnType<typeof createApiClient>
