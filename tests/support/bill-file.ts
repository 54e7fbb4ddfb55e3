import type { Client } from './client.ts'
import { sendForm, textFile } from './upload.ts'

const heading = 'statement,account,issued,due,from,to,charge,quantity,unit,rate,amount'
const april = '2/5/2026,20/5/2026,1/4/2026,30/4/2026'

/** A line of a supplier's file: one charge for energy in April. */
export const energy = (statement: string, account: string, quantity = '600', amount = '108.00') =>
  `${statement},${account},${april},Energy,${quantity},kWh,0.18,${amount}`

export const billCsv = (...rows: string[]) => `${heading}\n${rows.join('\n')}\n`

/** Sends a file of bills as the screen does. */
export const sendBills = (client: Client, csv: string, more: object = {}) =>
  sendForm(client, 'PUT /billimport', { content: textFile(csv, 'april.csv'), ...more })
