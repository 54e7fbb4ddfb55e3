import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeIcp } from '#domain/kit/icp.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visit, visitAs } from '#tests/support/browser.ts'
import { letLeave } from '#tests/support/run-queue.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import {
  addressIs,
  button,
  field,
  fill,
  go,
  heading,
  idIn,
  newCustomer,
  says,
  type,
} from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let troubles: string[]

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  ;({ page, troubles } = await visitAs(browser, site.url, 'manager', { width: 1400 }))
})
afterEach(() => expect(troubles.splice(0)).toEqual([]))
afterAll(async () => {
  await browser.close()
  await site.close()
})

const longAgo = '01/07/2026'

/** A draft for a new customer, made on screen; answers its id. */
async function newContract(
  name: string,
  connection: string,
  email = 'power@orchard.example',
): Promise<number> {
  const customer_id = await newCustomer(page, { name, email })
  await go(page, `/app/contract?customer_id=${customer_id}`)
  await fill(page, { date_start: longAgo, date_end: '30/06/2029', connections: connection })
  await field(page, 'supplier_id').click()
  await page.getByRole('option').first().click()
  await button(page, 'Save').click()
  await addressIs(page, /\/app\/contract\?id=\d+/)
  await heading(page, /^K-\d+/)
  return idIn(page)
}

async function addRate(side: 'sell' | 'buy', rate_name: string, rate_amount: string) {
  const form = page.getByRole('form', { name: `New ${side} rate` })
  if (!(await form.isVisible())) await button(page, `Add ${side} rate`).click()
  await fill(page, { rate_name, rate_amount })
  await form.getByRole('button', { name: 'Save rate' }).click()
  const table = page.getByRole('table', { name: `${side === 'sell' ? 'Sell' : 'Buy'} rates` })
  await table.getByText(rate_name).waitFor()
  await form.getByRole('button', { name: 'Cancel' }).click()
}

async function activate() {
  await button(page, 'Activate').click()
  const dialog = page.getByRole('dialog', { name: 'Activate the contract?' })
  await dialog.getByLabel('Reason').fill('Agreed on paper in June.')
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await button(page, 'Change rates').waitFor()
}

/** New sell rates from a day on, through the three steps of the wizard. */
async function changeRate(name: string, amount: string, day: string) {
  await button(page, 'Change rates').click()
  const wizard = page.getByRole('dialog', { name: /^Change rates of/ })
  await wizard.getByRole('textbox', { name: 'New rates from' }).fill(day)
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByLabel(`New amount of ${name}`).fill(amount)
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByRole('table', { name: 'New rates' }).getByText(amount).waitFor()
  await wizard.getByText('The contract’s meters have no use yet').waitFor()
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([])
  await wizard.getByRole('button', { name: 'Save new rates' }).click()
  await wizard.getByText('The new rates are saved.').waitFor()
  return wizard
}

test('a contract is entered with its rates, changed by a rate update and the customer told', async () => {
  await newContract('Māhia Orchard', makeIcp(143_418, 'TR'))
  await addRate('sell', 'Day energy', '0.2310')
  await addRate('sell', 'Night energy', '0.1425')
  await addRate('buy', 'Day energy', '0.1990')
  const inForce = page.getByRole('table', { name: 'Rates in force' })
  await inForce.getByText('0.0320').waitFor()
  await activate()
  await page.getByText('Active', { exact: true }).first().waitFor()

  const wizard = await changeRate('Day energy', '0.2415', '01/03/2027')
  await wizard.getByRole('button', { name: 'Send notice' }).click()
  const notice = page.getByRole('dialog', { name: 'Send notice of new rates' })
  await notice.getByText('Your rates change on 01 Mar 2027').waitFor()
  await notice.getByText('Email to power@orchard.example').waitFor()
  await notice.getByRole('button', { name: 'Send 1' }).click()
  await notice.waitFor({ state: 'detached' })
  await letLeave(site)
  await says(page, '1 notice sent.')
  await inForce.getByText('Sell 0.2415 from 01/03/2027').waitFor()
  await page.getByRole('table', { name: 'Rate updates' }).getByText('power@orchard').waitFor()
  expect(await axeFindings(page, 'main')).toEqual([])

  const padmin = await visitAs(browser, site.url, 'padmin')
  await go(padmin.page, '/app/messages/emails')
  await says(padmin.page, 'power@orchard.example')
  await padmin.page.getByText('Your rates change on 01 Mar 2027').first().click()
  await says(padmin.page, /Day energy: \$0\.2415/)
  await padmin.context.close()
})

/** The link in the latest mail to this address, read as the staff of a demonstration read it. */
async function linkInOutbox(address: string): Promise<string> {
  const { page: outbox, context } = await visitAs(browser, site.url, 'user', { width: 1400 })
  await go(outbox, '/app/messages/emails')
  await outbox
    .getByRole('row')
    .filter({ hasText: address })
    .first()
    .getByRole('link')
    .first()
    .click()
  const text = await outbox.getByRole('region', { name: 'Text' }).textContent()
  await context.close()
  const { pathname, hash } = new URL(/https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '')
  return pathname + hash
}

async function draw(phone: Page) {
  await phone.getByRole('radiogroup', { name: 'How to sign' }).getByText('Draw').tap()
  const sheet = phone.getByRole('img', { name: 'Sheet to draw your signature on' })
  await sheet.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await phone.mouse.move(x + width * 0.2, y + height * 0.7)
  await phone.mouse.down()
  for (const [right, down] of [
    [0.3, 0.2],
    [0.4, 0.7],
    [0.6, 0.3],
    [0.8, 0.6],
  ] as const)
    await phone.mouse.move(x + width * right, y + height * down)
  await phone.mouse.up()
}

for (const sign of ['typed', 'drawn'] as const)
  test(`a contract is sent and accepted by the customer on a phone, the signature ${sign}`, async () => {
    const address = `${sign}@hui.example`
    const icp = makeIcp(sign === 'typed' ? 143_430 : 143_431, 'TR')
    const id = await newContract(`Whare Hui ${sign}`, icp, address)
    await addRate('sell', 'Day energy', '0.2310')
    await button(page, 'Send').click()
    const sending = page.getByRole('dialog', { name: 'Send the contract?' })
    // Mail and document are read first, and it can be taken back for ten seconds.
    await sending.getByText(`Email to ${address}`).waitFor()
    await sending.getByText('Day energy').first().waitFor()
    if (sign === 'typed') {
      await sending.getByRole('button', { name: 'Send', exact: true }).click()
      await sending.waitFor({ state: 'detached' })
      await button(page, 'Take back').click()
      await says(page, '1 taken back.')
      await page.getByText('Draft', { exact: true }).first().waitFor()
      await button(page, 'Send').click()
    }
    await sending.getByRole('button', { name: 'Send', exact: true }).click()
    await sending.waitFor({ state: 'detached' })
    // Its link leads to this server, as the one that was read.
    await letLeave(site, { config: site.config })
    await page.getByText('Offered', { exact: true }).first().waitFor()

    const link = await linkInOutbox(address)
    expect(link).toMatch(/^\/contract\/#[\w-]{43}$/)
    const look = { width: 390, height: 844, touch: true }
    const { page: phone, context, troubles: onPhone } = await visit(browser, site.url, look)
    await phone.goto(link)
    const accept = phone.getByRole('form', { name: 'Accept this contract' })
    await accept.waitFor()
    // The secret leaves the address at once, and the customer is nobody's user.
    expect(phone.url()).not.toContain(link.slice(-43))
    await phone.getByText('Day energy').first().waitFor()
    await phone.getByText('0.2310').first().waitFor()
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(await axeFindings(phone)).toEqual([])
    await accept.getByRole('button', { name: 'Accept contract' }).tap()
    await accept.getByText('Please type your full name.').waitFor()
    await type(accept, { 'Your full name': 'Hēmi Walker' })
    if (sign === 'drawn') await draw(phone)
    await accept.getByRole('checkbox').check()
    await accept.getByRole('button', { name: 'Accept contract' }).tap()
    await phone.getByText('Thank you – the contract is accepted').waitFor()
    await phone.getByText(/^Signed by Hēmi Walker on/).waitFor()
    const image = phone.getByRole('img', { name: 'Signature of Hēmi Walker' })
    expect(await image.count()).toBe(sign === 'drawn' ? 1 : 0)
    const file = phone.waitForEvent('download')
    await phone.getByRole('button', { name: 'Download PDF' }).tap()
    expect((await file).suggestedFilename()).toMatch(/^Contract-K-\d+-version-1\.pdf$/)
    expect(onPhone).toEqual([])
    await context.close()

    await page.goto(`/app/contract?id=${id}&tab=documents`)
    await page.getByText('Active', { exact: true }).first().waitFor()
    const versions = page.getByRole('table', { name: 'Versions of the document' })
    await versions.getByRole('row', { name: /Version 1 .*accepted.*by Hēmi Walker/ }).waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await says(page, /Hēmi Walker/)
  })

test('a rate update is taken back while nothing of it is billed', async () => {
  await newContract('Waipū Dairies', makeIcp(143_419, 'TR'))
  await addRate('sell', 'Day energy', '0.2310')
  await activate()
  const wizard = await changeRate('Day energy', '0.2500', '01/02/2027')
  await wizard.getByRole('button', { name: 'Undo' }).click()
  await says(page, 'Rate update taken back.')
  await says(page, 'None yet: the contract has the rates it began with.')
  await page.getByRole('tab', { name: 'History' }).click()
  await says(page, /Rate update taken back by Aroha Tāwhiri/)
})

test('a contract is cancelled with a reason and brought back by Undo', async () => {
  await newContract('Ōtaki Greenhouse', makeIcp(143_420, 'TR'))
  await addRate('sell', 'Day energy', '0.2310')
  await activate()
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Cancel contract' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel the contract?' })
  await dialog.getByRole('button', { name: 'Cancel contract' }).click()
  await dialog.getByText('Say why, in a few words.').waitFor()
  await dialog.getByLabel('Reason').fill('Moved out.')
  await dialog.getByRole('button', { name: 'Cancel contract' }).click()
  await says(page, 'Contract cancelled.')
  await button(page, 'Restore').waitFor()
  await button(page, 'Undo').click()
  await says(page, 'Contract restored.')
  await button(page, 'Change rates').waitFor()
})

test('new rates say what they would have meant on the last year before they are saved', async () => {
  await go(page, '/app/contracts?search=K-1030')
  await page.getByRole('link', { name: 'K-1030' }).click()
  await button(page, 'Change rates').click()
  const wizard = page.getByRole('dialog', { name: /^Change rates of/ })
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByLabel('Change all by').fill('6')
  await wizard.getByRole('button', { name: 'Apply' }).click()
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard
    .getByText(/^The customer pays \$[\d,]+\.\d\d more a year \(6(\.\d)?\s%\)\.$/)
    .waitFor()
  await wizard.getByRole('table', { name: 'Line by line' }).getByText('365 days').waitFor()
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([])
  await wizard.getByRole('button', { name: 'Save new rates' }).click()
  await wizard.getByRole('button', { name: 'Close' }).last().click()
  const updates = page.getByRole('table', { name: 'Rate updates' })
  await updates.getByRole('button', { name: 'Effect' }).click()
  const effect = page.getByRole('dialog', { name: /^Rates from/ })
  await effect.getByText(/^The customer pays .* more a year/).waitFor()
  await page.keyboard.press('Escape')
  await updates.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await page.getByText('None yet: the contract has the rates it began with.').waitFor()
})

test('rates for many contracts are checked, brought in from a file and taken back', async () => {
  await newContract('Kāpiti Cold Stores', makeIcp(143_421, 'TR'))
  await addRate('sell', 'Day energy', '0.2310')
  await activate()
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await go(page, '/app/contracts')
  await page.getByRole('main').getByRole('link', { name: 'Import rates' }).click()
  const rows = page.getByRole('textbox', { name: 'Rows' })
  const head = 'contract_number,rate_name,rate_amount,valid_from_date'
  const good = `${number},Day energy,0.2444,2027-05-01`
  await button(page, 'Paste rows').click()
  await rows.fill(`${head}\n${good}\nK-0,Anytime,0.1,2027-05-01\n`)
  await button(page, 'Use these rows').click()
  await button(page, 'Check the rate updates').click()
  await says(page, /Nothing is imported while a row has an error/)
  expect(await button(page, /^Accept all without errors/).isDisabled()).toBe(true)
  await page.getByLabel('Contract number, row 3', { exact: true }).fill('K-1030')
  await page.getByLabel('Contract number, row 3', { exact: true }).press('Enter')
  await page.getByText(/^The customer pays .* less a year/).waitFor()
  await says(page, /0 contracts dearer, 1 cheaper, 1 without use to price/)
  await page.getByRole('link', { name: /^All/ }).click()
  await button(page, 'Leave out row 3').click()
  await button(page, 'Accept all without errors (1)').click()
  await says(page, '1 rate update imported')
  await button(page, 'Undo this import').click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The wrong tariff.')
  await button(page, 'Undo the import').click()
  await says(page, 'The file can be imported again.')
})

test('the four questions about customers each open their list', async () => {
  await newContract('Rēkohu Store', makeIcp(143_422, 'TR'))
  await go(page, '/app/customerlists?list=prospects')
  await page.getByRole('table').getByRole('link', { name: 'Rēkohu Store' }).waitFor()
  await page.getByRole('link', { name: /^Never invoiced/ }).click()
  await addressIs(page, /list=neverinvoiced/)
  await page.getByRole('link', { name: /^Contract expiring/ }).click()
  await page.getByText('180', { exact: true }).click()
  await addressIs(page, /days=180/)
})
