import { exported, provideExports } from '@spawnpoint/sdk/server'
import { embed, image, uploadKey } from './tables.ts'

/** Hosted images without their content, and how they present themselves elsewhere. */
export const imageHostingExport = provideExports('image-hosting', [
  {
    name: 'image-upload-keys',
    about: 'Keys that upload images for a user, without the keys themselves.',
    version: 1,
    table: uploadKey,
    key: [uploadKey.id],
    isOnlyPersonal: true,
    personal: { rows: uploadKey.owner },
    columns: {
      name: exported(uploadKey.name),
      createdAt: exported(uploadKey.createdAt),
      lastUsedAt: exported(uploadKey.lastUsedAt),
    },
  },
  {
    name: 'hosted-images',
    about: 'Images that users host here.',
    version: 1,
    table: image,
    key: [image.id],
    personal: { rows: image.owner },
    columns: {
      id: exported(image.id),
      name: exported(image.name, 'The last part of its address.'),
      owner: exported(image.owner, 'Id in `users`.'),
      title: exported(image.title),
      bytes: exported(image.bytes),
      createdAt: exported(image.createdAt),
      deletedAt: exported(image.deletedAt),
      withheld: exported(image.withheld),
    },
  },
  {
    name: 'image-embeds',
    about: 'How images of a user present themselves in chats.',
    version: 1,
    table: embed,
    key: [embed.owner],
    personal: { rows: embed.owner },
    columns: {
      owner: exported(embed.owner, 'Id in `users`.'),
      enabled: exported(embed.enabled),
      siteName: exported(embed.siteName),
      author: exported(embed.author),
      title: exported(embed.title),
      description: exported(embed.description),
      color: exported(embed.color),
    },
  },
])
