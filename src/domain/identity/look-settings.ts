import { standardLook } from '#domain/kit/look.ts'
import { group } from './setting-groups.ts'
import { colourSetting, pictureSetting, sentencesSetting } from './setting-kinds.ts'

const papers = group('Papers and look')

/** How invoices, statements, offers, mails and the pages behind their links look. */
export const lookSettings = {
  look_logo: pictureSetting({
    ...papers,
    label: 'Logo',
    help: 'At the head of papers, mails and the pages customers open; none: your name in words.',
  }),
  look_colour: colourSetting(standardLook.colour, {
    ...papers,
    label: 'Colour',
    help: 'Of your name, headings and charts on everything that customers get.',
  }),
  look_footer: sentencesSetting({
    ...papers,
    label: 'Words at the foot',
    help: 'A sentence or two under every paper, mail and page, such as opening hours.',
  }),
  complaint_words: sentencesSetting({
    ...papers,
    label: 'Words about complaints',
    help: 'On every invoice: how to complain, and which disputes scheme helps where that fails.',
  }),
}
