import type { Page, Response } from '@playwright/test'

export interface Script {
  readonly url: string
  /** Size of the body on the wire. */
  readonly bytes: number
}

export interface Traffic {
  /** Everything that was asked for, in order. */
  readonly urls: readonly string[]
  /** All scripts that came, whoever asked for them: page, preload or prefetch. */
  scripts(): Promise<readonly Script[]>
}

const isScript = (response: Response) => (response.headers()['content-type'] ?? '').includes('javascript')

const measureScript = async (response: Response): Promise<Script> => {
  const { responseBodySize: bytes } = await response.request().sizes()
  return { url: new URL(response.url()).pathname, bytes }
}

export function recordTraffic(page: Page): Traffic {
  const urls: string[] = []
  const responses: Response[] = []
  page.on('request', (request) => urls.push(request.url()))
  page.on('response', (response) => responses.push(response))
  return { urls, scripts: () => Promise.all(responses.filter(isScript).map(measureScript)) }
}
