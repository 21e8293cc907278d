export { largestPicture, longestSide, pictureKeys, uploadPicture, type PictureKey } from './pictures.ts'
export { brandSettings } from './settings.ts'
