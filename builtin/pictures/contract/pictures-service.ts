import { defineService, type Queries } from '@spawnpoint/sdk/common'

/** Bounds of one picture; what is left out is as in `usualCaps`. */
export interface PictureCaps {
  readonly bytes?: number
  /** Width × height, and of an animation times its frames. */
  readonly pixels?: number
  /** 1 keeps the first frame only, instead of refusing an animation. */
  readonly frames?: number
  /** Refused when a side is longer. */
  readonly side?: number
  /** Shrunk until it fits. */
  readonly fit?: number
}

/** `web` is the picture as WebP, smaller for pages of our own; of an animation it is the picture itself. */
export type PictureVariant = 'picture' | 'web' | 'thumbnail'

export interface SavedPicture {
  readonly id: string
  readonly owner: string | null
  readonly purpose: string
  /** SHA-256 of what is stored, hex: the same for the same picture uploaded twice. */
  readonly hash: string
  /** 64 bits, hex: pictures that look alike differ in few of them. */
  readonly likeness: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly extension: 'png' | 'jpg' | 'gif' | 'webp'
  readonly animated: boolean
  /** Paths of this host, for `src` and for links. They change with the picture, and may be cached for ever. */
  readonly url: string
  readonly webUrl: string
  readonly thumbnailUrl: string
  readonly hidden: boolean
}

/** Each is a code that an endpoint may fail with; `busy` asks to try again. */
export type PictureProblem = 'invalid' | 'too large' | 'too many pixels' | 'too many frames' | 'busy'

export type SaveResult =
  | { readonly ok: true; readonly picture: SavedPicture }
  | { readonly ok: false; readonly problem: PictureProblem }

export interface PicturesService {
  /**
   * Decodes a picture and stores what it shows, encoded anew, without metadata. It is served from now on, and gone again
   * after an hour unless `keep` is called. `bytes` may be a function, which is called when it is this picture's turn.
   */
  save(request: {
    readonly owner: string | null
    /** Names the use, such as `avatars`. */
    readonly purpose: string
    readonly bytes: Uint8Array | (() => Promise<Uint8Array>)
    readonly caps?: PictureCaps
  }): Promise<SaveResult>
  /** Keeps what was saved, in the transaction that begins to use it. False if one of them is gone, or another's. */
  keep(tx: Queries, ids: readonly string[], owner: string | null): Promise<boolean>
  /** Unknown ids are left out. */
  find(ids: readonly string[], tx?: Queries): Promise<readonly SavedPicture[]>
  /** The bytes, also of a hidden picture, for callers that check who may see it. */
  read(id: string, variant: PictureVariant): Promise<{ bytes: Uint8Array; type: string } | null>
  /** A hidden picture is served to nobody, until it is shown again. */
  hide(tx: Queries, ids: readonly string[], hidden: boolean): Promise<void>
  /** It is served to nobody from the commit on; its bytes go when no other picture is the same. */
  remove(tx: Queries, ids: readonly string[]): Promise<void>
}

export const Pictures = defineService<PicturesService>('pictures.pictures')
