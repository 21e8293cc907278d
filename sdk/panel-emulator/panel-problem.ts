type PanelErrorEntry = {
  code: string
  status: string
  detail: string
  meta?: { source_field: string; rule: string }
}

/** An answer that the real panel gives by throwing: status and `errors` as it writes them. */
export class PanelProblem extends Error {
  readonly status: number
  readonly errors: PanelErrorEntry[]

  constructor(status: number, errors: PanelErrorEntry[]) {
    super(errors[0]?.detail ?? 'panel problem')
    this.status = status
    this.errors = errors
  }
}

export const problem = (status: number, code: string, detail: string) =>
  new PanelProblem(status, [{ code, status: String(status), detail }])

export const notFound = () =>
  problem(404, 'NotFoundHttpException', 'The requested resource could not be found on the server.')

export const noRoute = (path: string) =>
  problem(404, 'NotFoundHttpException', `The route ${path.slice(1)} could not be found.`)

export type InvalidField = { field: string; rule: string; detail: string }

export const invalid = (fields: InvalidField[]) =>
  new PanelProblem(
    422,
    fields.map(({ field, rule, detail }) => ({
      code: 'ValidationException',
      status: '422',
      detail,
      meta: { source_field: field, rule },
    })),
  )
