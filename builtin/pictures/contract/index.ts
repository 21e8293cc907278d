export {
  Pictures,
  type PictureCaps,
  type PictureProblem,
  type PicturesService,
  type PictureVariant,
  type SavedPicture,
  type SaveResult,
} from './pictures-service.ts'
