import { createRoot } from 'react-dom/client'
import { speakEnglish } from '../testing.ts'
import { DialogHost } from '../dialog-host.tsx'
import { ToastHost } from '../toast-host.tsx'
import { StyleGuide } from './style-guide.tsx'

speakEnglish()
const root = document.getElementById('app')
if (root) {
  createRoot(root).render(
    <>
      <StyleGuide />
      <DialogHost />
      <ToastHost />
    </>,
  )
}
