import fc from 'fast-check'

// `npm test` draws the same cases every time, so that red means a change. The long run draws new ones,
// and what it finds names its seed.
if (!process.env.HEAVY) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_116 })
