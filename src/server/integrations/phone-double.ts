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

/** Every text message of the customers' phones, as they show them. */
export async function textsOfPhones(url: string) {
  return texts.parse(await askDouble(url, 'texts', {}))
}

/** Somebody answers from their phone: with words, or with STOP. */
export async function answerFromPhone(
  url: string,
  answer: { number: string; to: string; text: string },
): Promise<void> {
  await askDouble(url, 'answer', answer)
}
