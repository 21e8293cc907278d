import { redeemCodePages } from './redeem-code-pages.ts'

export default redeemCodePages.DeletePage
