export { createImage, getImage, listImages, removeImage, renameImage, type CatalogImage } from './calls.ts'
export { CatalogImages, type CatalogImagesService } from './catalog-images.ts'
