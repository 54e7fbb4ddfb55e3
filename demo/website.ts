import { verbs } from '#domain/kit/verbs.ts'
import { faqCalls } from '#domain/website/faq.ts'
import { pagecontent } from '#domain/website/pagecontent.ts'
import { websiteCalls } from '#domain/website/website-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { playCall } from './play-call.ts'

const website = {
  company_name: 'Harbour Energy Brokers',
  slogan: 'Power, gas and water, bought well',
  contact_name: 'Aroha Ngata',
  website_url: 'https://harbourenergy.example',
  keywords: 'energy broker, electricity, gas, water, Auckland',
  copyright: '© 2026 Harbour Energy Brokers Limited',
  author: 'Harbour Energy Brokers',
  // The whole country: its customers are everywhere.
  latitude: '-41.0',
  longitude: '173.0',
  zoom: 5,
}

type Question = readonly [topic: string, question: string, answer: string]

const questions: readonly Question[] = [
  [
    'Invoices',
    'When does a customer keep the prompt payment discount?',
    '<p>When the whole invoice is paid by its discount date. The invoice shows <b>both amounts</b> and both days.</p>',
  ],
  [
    'Invoices',
    'A customer says the reading is wrong. What now?',
    '<ol><li>Ask for a photo of the meter.</li><li>Enter it as a customer reading.</li><li>Redo the invoice from its own page.</li></ol>',
  ],
  [
    'Meters',
    'Where do I find an ICP?',
    '<p>On the supplier’s bill: fifteen characters, beginning with ten digits.</p>',
  ],
]

const contents = [
  {
    title: 'Planned maintenance',
    url: '/app/help',
    hashtag: 'maintenance',
    importance: 10,
    html: '<p>We update on the <b>first Sunday</b> of a month, from 6 to 7 in the morning. What you are typing is kept.</p>',
  },
  {
    title: 'Who runs this site',
    url: '/app/about',
    hashtag: 'operator',
    importance: 5,
    html: '<p>The demonstration of a broker’s back office. Nobody in it is real, and nothing leaves it.</p>',
  },
]

/** The website's settings, what is written for the information pages, and what people ask. */
export async function storeWebsite(ctx: Context, conn: Conn): Promise<void> {
  await playCall(ctx, conn, websiteCalls.save, website)
  for (const [topic, question, answer] of questions)
    await playCall(ctx, conn, faqCalls.create, { topic, question, answer, is_published: true })
  for (const content of contents)
    await playCall(ctx, conn, verbs(pagecontent).create, { ...content, is_published: true })
}
