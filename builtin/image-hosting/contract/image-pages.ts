import type { SavedPicture } from '@spawnpoint/contracts/pictures'
import { defineService, type Queries, type Transaction } from '@spawnpoint/sdk/common'

/** `review`: hidden until staff decide. `removed`: taken down by staff; its owner no longer has it. */
export type Withheld = 'review' | 'removed'

/** An image as other plugins see it. */
export interface FoundImage {
  readonly name: string
  /** The file's name, as it was uploaded. */
  readonly title: string
  readonly owner: string
  readonly deleted: boolean
  readonly withheld: Withheld | null
  readonly picture: SavedPicture
}

export interface HostedImagesService {
  find(name: string, tx?: Queries): Promise<FoundImage | null>
  /** Hides an image from everybody, or shows it again; its owner cannot undo it. False if the image is gone. */
  withhold(tx: Queries, name: string, state: Withheld | null): Promise<boolean>
  /** Removes an image with all its variants for good. */
  remove(tx: Queries, name: string): Promise<void>
}

/** Images and their links, for plugins that review them. */
export const HostedImages = defineService<HostedImagesService>('image-hosting.images')

export interface ImagePageRequest {
  readonly image: FoundImage
  /** Two lower-case characters. */
  readonly language: string
  readonly ip: string
}

export interface DrawnImagePage {
  readonly title: string
  /** HTML in which every text was escaped by `escapeText`; no scripts, no styles. */
  readonly body: string
  readonly status?: number
}

/** A page of an image beside its embed page, at `/i/{name}/{path}`: plain HTML with a form at most. */
export interface ImagePage {
  readonly path: string
  /** Text of the link on the embed page. */
  label(language: string): string
  draw(request: ImagePageRequest): Promise<DrawnImagePage>
  /** Answers the form of the page, which posts to `formAction(name, path)`. */
  submit(request: ImagePageRequest, form: URLSearchParams): Promise<DrawnImagePage>
}

/** A plugin offers its page as `memberOf(ImagePages, '<its id>')`. */
export const ImagePages = defineService<ImagePage>('image-hosting.pages')

/** Decides before an upload is kept whether its picture is refused, and afterwards whether staff should look at it. */
export interface ImageGuard {
  refuses(picture: SavedPicture): Promise<boolean>
  /** Called in the transaction that stores an image, which may withhold it through {@link HostedImages}. */
  stored?(tx: Transaction, image: FoundImage): Promise<void>
}

/** A plugin offers its guard as `memberOf(ImageGuards, '<its id>')`. */
export const ImageGuards = defineService<ImageGuard>('image-hosting.guards')
