export { itemPurchased } from './events.ts'
export { itemIds, listItems, purchase, readItemPictures, type ItemId } from './items.ts'
export { storeSettings } from './settings.ts'
