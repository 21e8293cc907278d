import { ImagePages, type DrawnImagePage, type ImagePageRequest } from '@spawnpoint/contracts/image-hosting'
import { escapeText, formAction } from '@spawnpoint/contracts/image-hosting/schemas'
import { longestDetails, reportReasons, shortestDetails } from '@spawnpoint/contracts/image-reports/schemas'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { saveNotice, uses, type GivenNotice, type Services } from './save-notice.ts'
import { readText, reasonLabel } from './write-texts.ts'

const PATH = 'report'
const LONGEST_NAME = 100

const visible = /^[^\p{Cc}]*$/u
const empty = z.literal('').transform(() => null)
const form = z.object({
  reason: z.enum(reportReasons),
  details: z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(shortestDetails)
        .max(longestDetails)
        .regex(/^[^\p{Cc}\n]*(?:\n[^\p{Cc}\n]*)*$/u),
    ),
  name: z.union([empty, z.string().trim().min(1).max(LONGEST_NAME).regex(visible)]),
  email: z.union([empty, z.string().trim().max(254).pipe(z.email())]),
  faith: z.literal('yes'),
})

type Typed = Readonly<Record<string, string>>

/** The first field that is wrong, in the order of the form. */
const problemOf = (error: z.ZodError): string => {
  const wrong = new Set(error.issues.map(({ path: [name] }) => String(name)))
  return Object.keys(form.shape).find((name) => wrong.has(name)) ?? 'details'
}

const labelOf = (language: string, name: string, control: string): string => {
  const { title, text } = readText(language, `fields.${name}`)
  return `<label>${escapeText(title)}<small>${escapeText(text)}</small>${control}</label>`
}

function drawFields(language: string, typed: Typed): string {
  const value = (name: string) => escapeText(typed[name] ?? '')
  const options = reportReasons.map(
    (reason) =>
      `<option value="${reason}"${typed['reason'] === reason ? ' selected' : ''}>${escapeText(reasonLabel(language, reason))}</option>`,
  )
  return [
    labelOf(language, 'reason', `<select name="reason">${options.join('')}</select>`),
    labelOf(
      language,
      'details',
      `<textarea name="details" rows="5" required minlength="${shortestDetails}" maxlength="${longestDetails}">${value('details')}</textarea>`,
    ),
    labelOf(
      language,
      'name',
      `<input name="name" autocomplete="name" maxlength="${LONGEST_NAME}" value="${value('name')}">`,
    ),
    labelOf(
      language,
      'email',
      `<input name="email" type="email" autocomplete="email" maxlength="254" value="${value('email')}">`,
    ),
    `<label class="c"><input type="checkbox" name="faith" value="yes" required${typed['faith'] === 'yes' ? ' checked' : ''}>` +
      `<span>${escapeText(readText(language, 'fields.faith').title)}</span></label>`,
  ].join('')
}

function drawForm(
  { instance }: Services,
  { image, language }: ImagePageRequest,
  { typed = {}, problem }: { readonly typed?: Typed; readonly problem?: string } = {},
): DrawnImagePage {
  const { title, text, action } = readText(language, 'form', { url: `${instance.origin}/i/${image.name}` })
  const said = problem
    ? `<p class="e" role="alert">${escapeText(readText(language, `problems.${problem}`).text)}</p>`
    : ''
  const body =
    `<div><h1>${escapeText(title)}</h1><p>${escapeText(text)}</p>${said}` +
    `<form method="post" action="${formAction(image.name, PATH)}">${drawFields(language, typed)}` +
    `<button>${escapeText(action)}</button></form></div>`
  const failed = problem === 'tooMany' ? 429 : 422
  return { title, body, ...(problem && { status: failed }) }
}

const drawReceipt = (
  { mail }: Services,
  { language }: ImagePageRequest,
  receipt: string,
  email: string | null,
): DrawnImagePage => {
  const { title, text } = readText(language, 'sent', { receipt })
  const isMailed = email !== null && mail.get()?.isConfigured() === true
  const next = readText(language, isMailed ? 'mailed' : 'notMailed', { email: email ?? '' }).text
  return {
    title,
    body: `<div><h1>${escapeText(title)}</h1><p>${escapeText(text)}</p><p>${escapeText(next)}</p></div>`,
  }
}

/** The form by which anybody can report an image, beside its embed page. */
export const reportPage = provide(memberOf(ImagePages, 'image-reports'), uses, (services) => ({
  path: PATH,
  label: (language: string) => readText(language, 'link').title,
  draw: async (request: ImagePageRequest) => drawForm(services, request),
  async submit(request: ImagePageRequest, sent: URLSearchParams) {
    const typed = Object.fromEntries(sent)
    const parsed = form.safeParse({ name: '', email: '', ...typed })
    if (!parsed.success) return drawForm(services, request, { typed, problem: problemOf(parsed.error) })
    const { faith: _faith, ...values } = parsed.data
    const given: GivenNotice = { ...values, language: request.language, ip: request.ip }
    const saved = await saveNotice(services, request.image, given)
    if (!saved) return drawForm(services, request, { typed, problem: 'tooMany' })
    return drawReceipt(services, request, saved.receipt, given.email)
  },
}))
