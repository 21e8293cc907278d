export {
  appealDecision,
  changeReport,
  countReports,
  decideReport,
  deleteReport,
  getReport,
  listOwnDecisions,
  listReports,
  readNumbers,
  type OwnDecision,
  type ReportRow,
} from './calls.ts'
export { imageReportsSettings } from './settings.ts'
