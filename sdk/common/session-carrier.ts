/** What the carrier of an HTTP answer offers to session functions. @example request and reply of Fastify */
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
