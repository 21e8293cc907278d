import { z } from 'zod'

const MESSAGE_MAX = 500

/** An operator's own words for the maintenance page; empty for the product's. */
export const maintenanceMessage = z.string().trim().max(MESSAGE_MAX)

/** When the maintenance is expected to end; empty where nothing is promised. */
export const maintenanceEnd = z.union([z.literal(''), z.iso.datetime()])
