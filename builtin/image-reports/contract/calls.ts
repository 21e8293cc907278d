import { defineEndpoint, listQuery, listReply, plainText, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { removalGrounds, reportReasons, reportStatuses } from './schemas.ts'

const view = { permission: 'admin.image.reports.view' } as const
const edit = { permission: 'admin.image.reports.edit' } as const
const at = z.iso.datetime()
const person = z.object({ id: z.uuid(), username: z.string().nullable() })

const row = {
  id: rowId,
  /** The name in the image's address. */
  image: z.string(),
  title: z.string(),
  reason: z.enum(reportReasons),
  status: z.enum(reportStatuses),
  /** Notices of different people that were merged. */
  notices: z.number().int(),
  at,
  lastAt: at,
  /** Hidden from everybody until staff decide. */
  hidden: z.boolean(),
  /** The uploader asked staff to look at the removal again. */
  appealed: z.boolean(),
  /** Address of the thumbnail for staff; null once the picture is gone. */
  thumbnailUrl: z.string().nullable(),
}

const reportRow = z.object(row)
export type ReportRow = z.output<typeof reportRow>

export const listReports = defineEndpoint({
  method: 'GET',
  path: '/api/image-reports/reports',
  summary: 'List the reports of images, newest first',
  access: { permission: 'admin.image.reports.list', alternatives: ['admin.image.reports.view'] },
  query: listQuery({ filters: { status: z.enum(reportStatuses), reason: z.enum(reportReasons) } }),
  reply: listReply(reportRow),
  fails: { BAD_CURSOR: 400 },
})

export const countReports = defineEndpoint({
  method: 'GET',
  path: '/api/image-reports/counts',
  summary: 'Count the reports by status, and the appeals that wait',
  access: { permission: 'admin.image.reports.list', alternatives: ['admin.image.reports.view'] },
  reply: z.object({
    pending: z.number().int(),
    reviewed: z.number().int(),
    resolved: z.number().int(),
    dismissed: z.number().int(),
    appeals: z.number().int(),
  }),
})

const count = z.number().int()

export const readNumbers = defineEndpoint({
  method: 'GET',
  path: '/api/image-reports/numbers',
  summary: 'Read the numbers of the last twelve months, as transparency reports ask for them',
  access: view,
  reply: z.object({
    months: z.array(
      z.object({
        /** Its first day. */
        month: z.iso.date(),
        notices: count,
        images: count,
        hidden: count,
        removed: count,
        kept: count,
        appeals: count,
        restored: count,
        /** Median time from the first notice to the decision. */
        hours: z.number().nullable(),
      }),
    ),
  }),
})

export const getReport = defineEndpoint({
  method: 'GET',
  path: '/api/image-reports/reports/:id',
  summary: 'Read a report with its notices',
  access: { ...view, alternatives: [edit.permission] },
  params: z.strictObject({ id: rowId }),
  reply: z.object({
    report: z.object({
      ...row,
      owner: person.nullable(),
      notes: z.string(),
      /** The report of the removed image that this one looks like. */
      alike: rowId.nullable(),
      pictureUrl: z.string().nullable(),
      entries: z.array(
        z.object({
          receipt: z.string(),
          reason: z.enum(reportReasons),
          details: z.string(),
          name: z.string().nullable(),
          email: z.string().nullable(),
          /** Deleted after 30 days. */
          ip: z.string().nullable(),
          at,
        }),
      ),
      decision: z
        .object({ at, by: person.nullable(), ground: z.enum(removalGrounds).nullable(), facts: z.string() })
        .nullable(),
      appeal: z
        .object({ at, text: z.string(), answer: z.enum(['restored', 'upheld']).nullable() })
        .nullable(),
      /** False once the picture is gone for good: then only the block can be lifted. */
      restorable: z.boolean(),
      /** False for the caller's own image. */
      decidable: z.boolean(),
    }),
    /** The oldest other report that waits. */
    next: rowId.nullable(),
  }),
  fails: { NOT_FOUND: 404 },
})

export const changeReport = defineEndpoint({
  method: 'PATCH',
  path: '/api/image-reports/reports/:id',
  summary: 'Change the notes of a report, or mark it as reviewed',
  access: edit,
  params: z.strictObject({ id: rowId }),
  body: z.strictObject({
    notes: z.string().trim().max(2000).optional(),
    status: z.enum(['pending', 'reviewed']).optional(),
  }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404, IMAGE_REPORTS_DECIDED: 409 },
})

export const decideReport = defineEndpoint({
  method: 'POST',
  path: '/api/image-reports/reports/:id/decision',
  summary: 'Keep or remove the image of a report; restore a removed image, or uphold the removal on appeal',
  access: edit,
  params: z.strictObject({ id: rowId }),
  body: z.discriminatedUnion('decision', [
    z.strictObject({ decision: z.literal('keep') }),
    z.strictObject({
      decision: z.literal('remove'),
      reason: z.enum(reportReasons),
      ground: z.enum(removalGrounds),
      /** Told to the uploader. */
      facts: z.string().trim().max(500),
    }),
    z.strictObject({ decision: z.literal('restore') }),
    z.strictObject({ decision: z.literal('uphold') }),
  ]),
  reply: z.object({ status: z.enum(reportStatuses) }),
  fails: { NOT_FOUND: 404, IMAGE_REPORTS_OWN: 403, IMAGE_REPORTS_DECIDED: 409 },
})

export const deleteReport = defineEndpoint({
  method: 'DELETE',
  path: '/api/image-reports/reports/:id',
  summary: 'Delete a dismissed report with its notices',
  access: { permission: 'admin.image.reports.delete' },
  params: z.strictObject({ id: rowId }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404, IMAGE_REPORTS_OPEN: 409 },
})

const ownDecision = z.object({
  id: rowId,
  title: z.string(),
  reason: z.enum(reportReasons),
  ground: z.enum(removalGrounds),
  facts: z.string(),
  at,
  appealedAt: at.nullable(),
  /** Staff answered the appeal and the image stays removed. */
  upheld: z.boolean(),
  /** The last moment for an appeal, and whether one can be sent now. */
  appealUntil: at,
  appealable: z.boolean(),
})
export type OwnDecision = z.output<typeof ownDecision>

export const listOwnDecisions = defineEndpoint({
  method: 'GET',
  path: '/api/image-reports/own-decisions',
  summary: 'List the own images that staff removed',
  access: { user: true },
  reply: z.object({ decisions: z.array(ownDecision) }),
})

export const appealDecision = defineEndpoint({
  method: 'POST',
  path: '/api/image-reports/own-decisions/:id/appeal',
  summary: 'Ask staff once to look at the removal of an own image again',
  access: { user: true },
  params: z.strictObject({ id: rowId }),
  body: z.strictObject({ text: plainText(10, 1000) }),
  reply: z.object({ appealedAt: at }),
  fails: { NOT_FOUND: 404, IMAGE_REPORTS_APPEALED: 409, IMAGE_REPORTS_TOO_LATE: 409 },
})
