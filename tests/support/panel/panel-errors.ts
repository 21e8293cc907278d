/** An answer of the panel that is no success. */
export interface PanelErrorAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

const one = (status: number, code: string, detail: string, headers?: Record<string, string>) => ({
  status,
  body: { errors: [{ code, status: String(status), detail }] },
  ...(headers && { headers }),
})

export interface RefusedField {
  readonly field: string
  readonly rule: string
  readonly detail: string
}

const fields = (refused: readonly RefusedField[]): PanelErrorAnswer => ({
  status: 422,
  body: {
    errors: refused.map(({ field, rule, detail }) => ({
      code: 'ValidationException',
      status: '422',
      detail,
      meta: { source_field: field, rule },
    })),
  },
})

/** Errors in the form in which both panels write them. */
export const panelErrors = {
  noKey: one(401, 'AuthenticationException', 'Unauthenticated.'),
  noRight: one(403, 'AccessDeniedHttpException', 'This action is unauthorized.'),
  noAdministrator: one(
    403,
    'AccessDeniedHttpException',
    'This account does not have permission to access the API.',
  ),
  notFound: one(404, 'NotFoundHttpException', 'The requested resource could not be found on the server.'),
  noRoute: (path: string) => one(404, 'NotFoundHttpException', `The route ${path} could not be found.`),
  malformed: one(
    400,
    'BadRequestHttpException',
    'The JSON data passed in the request appears to be malformed',
  ),
  display: (detail: string, code = 'DisplayException') => one(400, code, detail),
  noNode: one(
    400,
    'NoViableNodeException',
    'No nodes satisfying the requirements specified for automatic deployment could be found.',
  ),
  transferring: one(
    409,
    'ConflictHttpException',
    'Cannot toggle suspension status on a server that is currently being transferred.',
  ),
  tooMany: one(429, 'ThrottleRequestsException', 'Too Many Attempts.', {
    'retry-after': '37',
    'x-ratelimit-limit': '240',
    'x-ratelimit-remaining': '0',
  }),
  inside: one(
    500,
    'QueryException',
    'An unexpected error was encountered while processing this request, please try again.',
  ),
  maintenance: one(503, 'HttpException', 'Service Unavailable', { 'retry-after': '60' }),
  /** Pterodactyl passes on the status with which the node answered; 504 where it did not. */
  node: (status: number) =>
    one(status, 'DaemonConnectionException', 'An error occurred on the remote host. (request id: <nil>)'),
  /** Pelican's failures on the way to a node. */
  pelicanNode: one(
    500,
    'ConnectionException',
    'An unexpected error was encountered while processing this request, please try again.',
  ),
  fields,
  taken: (field: string) =>
    fields([{ field, rule: 'unique', detail: `The ${field} has already been taken.` }]),
} as const
