/** The request and reply that session functions read and write. @example const agentOf = ({ request }: SessionCarrier) => request.headers['user-agent'] */
export interface SessionCarrier {
  readonly request: {
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
    readonly ip: string
  }
  readonly reply: {
    header(name: string, value: string | string[]): unknown
    getHeader(name: string): unknown
  }
}
