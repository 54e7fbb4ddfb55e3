import { Image } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

interface Props {
  text: string
  /** What it is for, for those who do not see it. */
  alt: string
  size?: number
}

/** A code that a phone reads from the screen; the library comes with the first one. */
export function QrCode({ text, alt, size = 220 }: Props) {
  const picture = useQuery({
    queryKey: ['qr', text],
    // A screen has no creases to make up for: fewer, larger squares are easier to read.
    queryFn: async () =>
      (await import('qrcode')).toDataURL(text, {
        margin: 2,
        width: size * 2,
        errorCorrectionLevel: 'L',
      }),
    // Some of them hold secrets.
    gcTime: 0,
  })
  if (!picture.data) return null
  return <Image src={picture.data} w={size} h={size} alt={alt} />
}
