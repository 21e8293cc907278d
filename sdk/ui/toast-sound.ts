const seconds = 0.18
const loudest = 0.06

/** Two short notes, made by the browser. Silent where it refuses sound, as it does before the first click on a page. */
export const playToastSound = ({ AudioContext }: Window & typeof globalThis): void => {
  if (typeof AudioContext !== 'function') return
  const audio = new AudioContext()
  const volume = audio.createGain()
  volume.gain.setValueAtTime(loudest, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + seconds)
  volume.connect(audio.destination)
  const note = audio.createOscillator()
  note.frequency.setValueAtTime(660, audio.currentTime)
  note.frequency.setValueAtTime(880, audio.currentTime + seconds / 2)
  note.connect(volume)
  note.addEventListener('ended', () => void audio.close())
  note.start()
  note.stop(audio.currentTime + seconds)
}
