import { playLives } from '#tests/support/ledger-play.ts'

playLives(1)
