import { readFile } from 'node:fs/promises'
import { MAX_LOGO, MAX_LOGO_BYTES } from '#domain/identity/look-calls.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import type { Spooled } from '#server/kit/http/spool.ts'
import type { Config } from '#server/kit/start/config.ts'
import { flatPng, pngHead } from './flat-png.ts'
import { prepareFile } from './prepare-file.ts'

interface PreparedLogo {
  media_type: 'image/png' | 'image/jpeg'
  width: number
  height: number
  bytes: Buffer
}

/** A picture that papers, mails and pages can carry, judged by its bytes and not by its name. */
export async function prepareLogo(config: Config, place: Spooled): Promise<PreparedLogo> {
  const { media_type, path } = await prepareFile(config, { place, name: 'logo' })
  const bytes = await readFile(path)
  if (media_type === 'image/png') return pngLogo(bytes)
  if (media_type === 'image/jpeg') return jpegLogo(bytes)
  throw otherKind()
}

function pngLogo(given: Buffer): PreparedLogo {
  const head = pngHead(given)
  if (!head) throw otherKind()
  refuseLarge(head)
  const bytes = flatPng(given)
  if (!bytes) throw otherKind()
  if (bytes.length > MAX_LOGO_BYTES) throw tooLarge()
  return { media_type: 'image/png', width: head.width, height: head.height, bytes }
}

function jpegLogo(bytes: Buffer): PreparedLogo {
  const size = jpegSize(bytes)
  if (!size) throw otherKind()
  refuseLarge(size)
  return { media_type: 'image/jpeg', ...size, bytes }
}

// Every start of a frame, without the three other segments among their numbers.
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** As its frame says; null without one, and for the four colours of print. */
function jpegSize(jpeg: Buffer): { width: number; height: number } | null {
  for (let at = 2; at + 10 <= jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg.readUInt8(at) !== 0xff) return null
    if (!isFrame(jpeg.readUInt8(at + 1))) continue
    const isShown = [1, 3].includes(jpeg.readUInt8(at + 9))
    return isShown ? { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) } : null
  }
  return null
}

function refuseLarge({ width, height }: { width: number; height: number }): void {
  if (width < 1 || height < 1) throw otherKind()
  if (width <= MAX_LOGO.width && height <= MAX_LOGO.height) return
  const most = `${MAX_LOGO.width} × ${MAX_LOGO.height}`
  throw badField('content', `A logo has at most ${most} pixels; this one has ${width} × ${height}.`)
}

const tooLarge = () => new Problem('tooLarge', { fill: { limit: '100 kB' } })

const otherKind = () =>
  new Problem('unsupportedMedia', {
    message: "We can't take that kind of file. A logo is a PNG or a JPEG, saved plainly.",
  })
