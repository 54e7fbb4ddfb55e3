import type { Look } from '#domain/kit/look.ts'
import { escaped } from './template/template-html.ts'

/** How a mail names the picture that it carries along. */
export const LOGO_PLACE = 'logo@look'

interface Dress extends Pick<Look, 'colour' | 'footer'> {
  name: string
  /** Whether the picture goes with the mail. */
  hasLogo: boolean
}

const text = 'font-family:Inter,Arial,sans-serif;font-size:15px;line-height:1.5;color:#15191d'

/** The words of a mail in the organisation's look, with styles that every mail program reads. */
export function inMailLook(html: string, { name, colour, footer, hasLogo }: Dress): string {
  const head = hasLogo
    ? `<img src="cid:${LOGO_PLACE}" alt="${escaped(name)}" height="48" style="max-width:240px">`
    : `<b style="color:${colour};font-size:17px">${escaped(name)}</b>`
  const foot = footer ? `<p style="font-size:12px;color:#59636d">${escaped(footer)}</p>` : ''
  return [
    `<div style="max-width:640px;border-top:4px solid ${colour};padding-top:14px;${text}">`,
    `<p>${head}</p>`,
    html,
    foot,
    '</div>',
  ].join('\n')
}
