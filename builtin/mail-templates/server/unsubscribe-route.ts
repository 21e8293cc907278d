import { Users } from '@spawnpoint/contracts/users'
import { language } from '@spawnpoint/contracts/mail-templates'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Clock, Database, Plugins, Secrets, type PluginsService } from '@spawnpoint/sdk/server'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findUnsubscribed, subscribeAgain, unsubscribe } from './mass-mail-queries.ts'
import { publicText, readUnsubscribe } from './write-mass-mail.ts'

export const unsubscribeUses = {
  db: Database,
  clock: Clock,
  secrets: Secrets,
  plugins: Plugins,
  users: Users,
}

const PATH = '/api/mail-templates/unsubscribe/:token'
const access = { public: 'the signed link in an email is the proof', origin: 'signature' } as const

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const style = `:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:0;padding:16px;background:light-dark(#eceef3,#0b0d11);color:light-dark(#0f1218,#f2f4f8)}main{max-width:26rem;padding:28px;border-radius:12px;background:light-dark(#fff,#171b23);border:1px solid light-dark(#d9dde5,#2b313d)}h1{font-size:20px;margin:0 0 8px}button{font:inherit;font-weight:600;padding:10px 18px;border:0;border-radius:8px;background:#5646d8;color:#fff;cursor:pointer}`

type Language = Parameters<typeof publicText>[1]

const drawPage = (plugins: PluginsService, lang: Language, kind: 'ask' | 'done' | 'back' | 'invalid') => {
  const say = (key: string) =>
    publicText(plugins, lang, key).replaceAll(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`)
  const field = kind === 'done' ? '<input type="hidden" name="again" value="1">' : ''
  const form =
    kind === 'ask' || kind === 'done'
      ? `<form method="post">${field}<button>${say(`${kind}Button`)}</button></form>`
      : ''
  const tag = lang === 'MD' ? 'zh-Hans' : lang.toLowerCase()
  return `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${say(`${kind}Title`)}</title><style>${style}</style></head><body><main><h1>${say(`${kind}Title`)}</h1><p>${say(`${kind}Text`)}</p>${form}</main></body></html>`
}

const answerPage = (reply: FastifyReply, status: number, page: string) =>
  reply
    .code(status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)

type Token = { Params: { token: string }; Body: string | undefined }

/**
 * Where the link and the header of news lead. A visit asks and changes nothing, since programs follow links ahead of
 * people; a POST is the one click that mail programs send, without a session.
 */
export const unsubscribeRoute =
  ({ db, clock, secrets, plugins, users }: ServicesOf<typeof unsubscribeUses>) =>
  (app: FastifyInstance) => {
    const languageOf = async (user: string): Promise<Language> => {
      const { locale } = await users.preferences(user)
      return language.catch('EN').parse(locale?.toUpperCase())
    }
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) =>
        done(null, body),
      )
    const refuse = (reply: FastifyReply) => answerPage(reply, 404, drawPage(plugins, 'EN', 'invalid'))

    app.get<Token>(PATH, { config: { access } }, async (request, reply) => {
      const user = readUnsubscribe(secrets, request.params.token)
      if (user === null) return refuse(reply)
      const isGone = (await findUnsubscribed(db.orm, [user])).has(user)
      return answerPage(reply, 200, drawPage(plugins, await languageOf(user), isGone ? 'done' : 'ask'))
    })
    app.post<Token>(PATH, { config: { access } }, async (request, reply) => {
      const user = readUnsubscribe(secrets, request.params.token)
      if (user === null || !(await users.find(user))) return refuse(reply)
      const isBack = String(request.body ?? '').includes('again=1')
      await (isBack ? subscribeAgain(db.orm, user) : unsubscribe(db.orm, user, clock.now()))
      return answerPage(reply, 200, drawPage(plugins, await languageOf(user), isBack ? 'back' : 'done'))
    })
  }
