export { itemPurchased } from './events.ts'
export { itemIds, listItems, purchase, type ItemId } from './items.ts'
export { storeSettings } from './settings.ts'
