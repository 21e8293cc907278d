import { UPLOAD_PATH } from '@spawnpoint/contracts/image-hosting/schemas'

/** Stands for the upload key that its owner fills in. */
export const KEY = 'YOUR_KEY'

export const uploadAddress = (origin: string = location.origin): string => `${origin}${UPLOAD_PATH}`

const send = (origin: string, file: string) =>
  `curl -sS -H "Authorization: Bearer ${KEY}" -F "file=${file}" ${uploadAddress(origin)}`

/** Scripts that upload a screenshot and put its link on the clipboard. */
export const recipes = (
  origin: string,
): Readonly<Record<string, { readonly label: string; readonly script: string }>> => ({
  flameshot: {
    label: 'Flameshot',
    script: `#!/bin/sh
file=$(mktemp --suffix=.png)
flameshot gui --raw > "$file" && [ -s "$file" ] &&
  ${send(origin, '@$file')} | jq -r '.url // .message' | xclip -selection clipboard
rm -f "$file"`,
  },
  spectacle: {
    label: 'Spectacle',
    script: `#!/bin/sh
file=$(mktemp --suffix=.png)
spectacle --region --background --nonotify --output "$file" && [ -s "$file" ] &&
  ${send(origin, '@$file')} | jq -r '.url // .message' | wl-copy
rm -f "$file"`,
  },
  macos: {
    label: 'macOS',
    script: `file=$(mktemp -t shot).png
screencapture -i "$file" && [ -s "$file" ] &&
  ${send(origin, '@$file')} | plutil -extract url raw -o - - | pbcopy
rm -f "$file"`,
  },
  curl: {
    label: 'curl',
    script: `${send(origin, '@screenshot.png')} | jq -r .url`,
  },
})
