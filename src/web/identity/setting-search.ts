import { type ChosenSetting, inWords } from './chosen-setting.ts'

const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()

/** Whether every word that was typed stands somewhere in what is told; nothing typed seeks all. */
export function isSought(sought: string, ...told: string[]): boolean {
  const text = plain(told.join(' '))
  return plain(sought)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** A setting is found by what it says of itself, by its value and by the name programs use. */
export function isSettingSought(sought: string, { name, setting, value }: ChosenSetting): boolean {
  const { group, label, help } = setting
  return isSought(sought, group, label, help, name, inWords(setting, value))
}
