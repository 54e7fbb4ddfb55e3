import { MAX_LOGO_BYTES } from '#domain/identity/look-calls.ts'

// Sharp in print at the size in which papers show it.
const SIZE = { width: 720, height: 200 }

/** A chosen picture, small enough for papers and mails, on white; as data. */
export async function logoFrom(file: File): Promise<string> {
  const picture = await loaded(await dataOf(file))
  for (const scale of [1, 0.75, 0.5, 0.35]) {
    const data = drawn(picture, scale)
    if (bytesIn(data).length <= MAX_LOGO_BYTES) return data
  }
  throw new Error('That picture has too many shades for a logo. Try a simpler one.')
}

/** The picture as the file that is sent. */
export const logoFile = (data: string) =>
  new File([bytesIn(data)], 'logo.png', { type: 'image/png' })

function dataOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

function loaded(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image()
    picture.onload = () => resolve(picture)
    picture.onerror = () => reject(new Error('We can’t read that picture. Try a PNG or a JPEG.'))
    picture.src = address
  })
}

function drawn(picture: HTMLImageElement, scale: number): string {
  // A drawing of lines may name no size of its own.
  const [width, height] = [picture.naturalWidth || SIZE.width, picture.naturalHeight || SIZE.height]
  const most = { width: SIZE.width * scale, height: SIZE.height * scale }
  const fit = Math.min(1, most.width / width, most.height / height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * fit))
  canvas.height = Math.max(1, Math.round(height * fit))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser can’t draw pictures.')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}

const bytesIn = (data: string) =>
  Uint8Array.from(atob(data.slice(data.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
