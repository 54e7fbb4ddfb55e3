import { checkStatement } from '#domain/commissions/statement-check.ts'
import { partner } from '#domain/partners/partner.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { lettersWhere } from './letters.ts'
import { behindLink } from './mailed-link.ts'
import { pdfText } from './pdf-text.ts'
import { scope, type World } from './world.ts'

/** A statement as its partner has it: the paper, and the page behind the link that was mailed. */
export async function readByPartner(world: World, office: Client, id: number, address: string) {
  const paper = await office.get('/commissionstatement/document', { id })
  await scope(world.owner, world.organisations[0])
  const [letter] = await lettersWhere(world.owner, 'mail_to = $1', [address])
  const token = /#([\w-]{43})/.exec(letter?.text_plain ?? '')?.[1] ?? ''
  const page = await behindLink(world.guest(), '/public/commission', token)
  const own = await behindLink(world.guest(), '/public/commission/document', token)
  const digest = digestOf(Buffer.from(page.body.data.proof)).toString('hex')
  return {
    // Lines are broken anywhere on paper.
    words: pdfText(paper.bytes).replaceAll(/\s/g, ''),
    isSamePaper: digestOf(own.bytes).equals(digestOf(paper.bytes)),
    ...checkStatement(page.body.data, digest),
  }
}

export const partnerMail = 'tawa@example.co.nz'

/** A partner who agreed that our statement is their tax information. */
export const agreeingPartner = (admin: Client) =>
  makeRow(admin, partner, {
    ...{ name: 'Tawa Referrals', partner_rate_unit: 'percent', partner_rate_standard: '10' },
    ...{ gst_registered: true, gst_number: '35-901-981', bcti_agreed_on: '2026-01-01' },
    email: partnerMail,
  })
