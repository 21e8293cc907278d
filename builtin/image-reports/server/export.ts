import { exported, provideExports } from '@spawnpoint/sdk/server'
import { notice, report } from './tables.ts'

/** Reports with their decisions; addresses of the network stay here. */
export const imageReportsExport = provideExports('image-reports', [
  {
    name: 'image-reports',
    about: 'Reported images, decisions and appeals.',
    version: 1,
    table: report,
    key: [report.id],
    personal: { rows: report.owner, omit: ['notices', 'notes', 'decidedBy'] },
    columns: {
      id: exported(report.id),
      number: exported(report.number),
      image: exported(report.image),
      title: exported(report.title),
      owner: exported(report.owner, 'Id in `users`.'),
      reason: exported(report.reason),
      status: exported(report.status),
      notices: exported(report.notices, 'How many reported it.'),
      notes: exported(report.notes, 'Of staff.'),
      reportedAt: exported(report.reportedAt),
      lastReportedAt: exported(report.lastReportedAt),
      hiddenAt: exported(report.hiddenAt),
      decidedAt: exported(report.decidedAt),
      decidedBy: exported(report.decidedBy, 'Id in `users`.'),
      ground: exported(report.ground),
      facts: exported(report.facts),
      appeal: exported(report.appeal),
      appealedAt: exported(report.appealedAt),
      answer: exported(report.answer),
      answeredAt: exported(report.answeredAt),
    },
  },
  {
    name: 'image-notices',
    about: 'What each reporter wrote.',
    version: 1,
    table: notice,
    key: [notice.id],
    columns: {
      id: exported(notice.id),
      reportId: exported(notice.reportId, 'Id in `image-reports`.'),
      reason: exported(notice.reason),
      details: exported(notice.details),
      name: exported(notice.name),
      email: exported(notice.email),
      language: exported(notice.language),
      createdAt: exported(notice.createdAt),
    },
  },
])
