import { z } from 'zod'
import { askDouble } from './mail-double.ts'

const texts = z.array(
  z.object({
    id: z.string(),
    at: z.string(),
    direction: z.enum(['to phone', 'from phone']),
    from: z.string(),
    to: z.string(),
    text: z.string(),
  }),
)

/** Every text message that went or came by one way, as the customers' phones show them. */
export async function textsOfPhones(url: string, hook: string) {
  return texts.parse(await askDouble(url, 'texts', { hook }))
}

/** Somebody answers from their phone: with words, or with STOP. */
export async function answerFromPhone(
  url: string,
  answer: { number: string; to: string; text: string; hook: string },
): Promise<void> {
  await askDouble(url, 'answer', answer)
}
