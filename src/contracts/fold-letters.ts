/** Letters of other alphabets that look like Latin ones, each followed by what it looks like. */
const LOOKALIKES = new Map(
  [
    'АAВBЕEЅSІIЈJКKМMНHОOРPСCТTХXԀDԌGᏢPᎡRᎬEᎫJᏟCᎢTᎠD',
    'аaеeоoрpсcуyхxѕsіiјjԁdһhӏlкkмmтtпnгrвbґrɡgɑaıiʀrᴇe',
    'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXαaεeιiοoρpτtυuκkνvϳj',
  ].flatMap((pairs) =>
    [...pairs].flatMap((letter, at, all) => (at % 2 ? [] : [[letter, all[at + 1] ?? '']])),
  ) as [string, string][],
)
const FOREIGN = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'gu')
const PLAIN = /^[\0-\x7f]*$/
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const DASHES = /[\p{Pd}\u2212]/gu
const QUOTES = /[\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a]/g
const APOSTROPHES = /[\u2018\u2019\u02bc\u00b4]/g

/** As a reader sees it: wide, styled, accented and foreign letters as plain ones, without what nobody sees. Case stays. */
export function foldLetters(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(FOREIGN, (letter) => LOOKALIKES.get(letter) ?? letter)
    .replace(DASHES, '-')
    .replace(QUOTES, '"')
    .replace(APOSTROPHES, "'")
}
