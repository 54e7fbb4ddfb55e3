import type { Client } from './client.ts'
import { sendForm, textFile } from './upload.ts'

/** Sends a file of new rates as the screen does. */
export const sendRates = (client: Client, csv: string, more: object = {}) =>
  sendForm(client, 'PUT /rateimport', { content: textFile(csv), side: 'sell', ...more })
