import { chromium } from 'playwright-core'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] })
const [who, width, scheme, ...paths] = process.argv.slice(2)
const page = await browser.newPage({ viewport: { width: Number(width), height: 900 }, colorScheme: scheme })
page.on('console', m => m.type() === 'error' && console.log('ERR', m.text()))
await page.goto('http://localhost:5063/app/signin')
await page.getByLabel('Username').fill(who)
await page.getByLabel('Password', { exact: true }).fill('demo-harbour-2026')
await page.getByRole('button', { name: 'Sign In' }).click()
await page.waitForURL(u=>!u.pathname.includes('signin'))
let n = 0
for (const path of paths) { await page.goto('http://localhost:5063' + path); await page.waitForTimeout(2000); await page.screenshot({ path: `/tmp/shot-${who}-${width}-${scheme}-${n++}.png`, fullPage: true }) }
await browser.close()
