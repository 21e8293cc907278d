import type { ServerResponse } from 'node:http'
import type { PanelFault } from './panel-faults.ts'

export type PanelAnswer = { status: number; headers?: Record<string, string>; body?: unknown; text?: string }

const challenge = `<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head>
<body><noscript>Enable JavaScript and cookies to continue</noscript></body></html>`

// More than anybody reads of an answer.
const hugeBytes = 3_000_000

const statusTexts: Record<number, [string, string]> = {
  401: ['AuthenticationException', 'Unauthenticated.'],
  403: ['AccessDeniedHttpException', 'This action is unauthorized.'],
  404: ['NotFoundHttpException', 'The requested resource could not be found on the server.'],
  422: ['ValidationException', 'The given data was invalid.'],
  429: ['TooManyRequestsHttpException', 'Too Many Attempts.'],
}

const statusAnswer = (fault: Extract<PanelFault, { kind: 'status' }>): PanelAnswer => {
  const [code, detail] = statusTexts[fault.status] ?? [
    'HttpException',
    'An unexpected error was encountered while processing this request, please try again.',
  ]
  return {
    status: fault.status,
    headers: fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) },
    body: { errors: [{ code, status: String(fault.status), detail }] },
  }
}

/** The answer that a fault substitutes, or null when it leaves the real answer alone. */
export const faultAnswer = (fault: PanelFault): PanelAnswer | null => {
  switch (fault.kind) {
    case 'html':
      return {
        status: fault.status ?? 503,
        headers: { 'Content-Type': 'text/html; charset=UTF-8' },
        text: challenge,
      }
    case 'status':
      return statusAnswer(fault)
    case 'redirect':
      return { status: 301, headers: { Location: fault.location }, text: '' }
    case 'empty':
      return { status: 200, text: '' }
    case 'wrong-json':
      return { status: 200, body: { status: 'fine', data: { unexpected: true } } }
    case 'huge':
      return { status: 200, text: `{"object":"list","data":[],"padding":"${'x'.repeat(hugeBytes)}"}` }
    case 'down':
    case 'slow':
    case 'half':
    case 'cut-after':
      return null
  }
}

const textOf = ({ text, body }: PanelAnswer) => text ?? (body === undefined ? '' : JSON.stringify(body))

export const sendAnswer = (
  response: ServerResponse,
  answer: PanelAnswer,
  headers: Record<string, string> = {},
) => {
  response.writeHead(answer.status, { 'Content-Type': 'application/json', ...headers, ...answer.headers })
  response.end(textOf(answer))
}

/** Announces the whole answer and ends the connection within it. */
export const sendHalf = (response: ServerResponse, answer: PanelAnswer) => {
  const bytes = Buffer.from(textOf(answer))
  response.writeHead(answer.status, {
    'Content-Type': 'application/json',
    'Content-Length': String(Math.max(1, bytes.length)),
  })
  response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy())
}
