import { exported, provideExports } from '@spawnpoint/sdk/server'
import { note } from './tables.ts'

export const userNotesExport = provideExports('user-notes', [
  {
    name: 'user-notes',
    about: 'Notes of staff about users.',
    version: 1,
    table: note,
    key: [note.id],
    columns: {
      id: exported(note.id),
      userId: exported(note.userId, 'Id in `users`.'),
      author: exported(note.author, 'Id in `users`.'),
      text: exported(note.text),
      createdAt: exported(note.createdAt),
    },
  },
])
