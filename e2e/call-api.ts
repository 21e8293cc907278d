import type { Page } from '@playwright/test'

interface ApiAnswer {
  readonly success: boolean
  readonly items?: readonly { readonly id: string }[]
  readonly [key: string]: unknown
}

/** Calls the API as the page's own scripts do, with the visitor's cookies; the page must be open at the site. */
export const callApi = async (
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<ApiAnswer> => {
  const answer = await page.evaluate(
    async (call): Promise<ApiAnswer> => {
      const response = await fetch(call.path, {
        method: call.method,
        ...(call.body && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(call.body),
        }),
      })
      // An unreadable answer is described by its status.
      return response.json().catch(() => ({ success: false, status: response.status }))
    },
    { method, path, body },
  )
  if (!answer.success) throw new Error(`${method} ${path} failed: ${JSON.stringify(answer)}`)
  return answer
}

/** The id of the first entry of a list. */
export const firstId = async (page: Page, path: string): Promise<string> => {
  const { items } = await callApi(page, 'GET', path)
  const [first] = items ?? []
  if (!first) throw new Error(`${path} lists nothing`)
  return first.id
}
