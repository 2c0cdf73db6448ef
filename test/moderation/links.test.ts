// What counts as a link and makes a message cost more: real addresses do, and abbreviations, file names and versions do not.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { prose } from '../../src/http/public/kit/prose.ts'
import { holdsLink } from '../../src/moderation/prefilter/risk-flags.ts'

const links = [
  'See https://example.org/a?b=1 for the programme.',
  'HTTP://EXAMPLE.ORG',
  'http://192.0.2.1/x',
  'https://x.com/somebody said so',
  'https://t.co/3xYz',
  'Sign up at http://g.co.',
  '时刻表在https://example.jp/list上',
  'Listehttps://example.org/a',
  'http://1.1.1.1 answers',
  'ftp://f.example/list.txt',
  'www.x.com',
  'https://[2001:db8::1]/x',
  'http://localhost:8080/x',
  'ftp://files.example.org/list.txt',
  'Tickets at www.theatre-example.fr tomorrow',
  'WWW.EXAMPLE.COM',
  'More on example.com/x today.',
  'More on example.com today.',
  'It is all on example.com.',
  'It is all on example.com!',
  '(example.com)',
  'example.com, example.org',
  'Zeitplan auf stadtbad.de und im Foyer',
  'bbc.co.uk has the results',
  'Shop: https://shop.example',
  'allegro.pl has two of them',
  'Read repubblica.it',
  'Read repubblica.it\nand then call us',
  'The report is on repubblica.it since noon',
  'visit handbill.site for more',
  'instagr.am/p/abc shows the mural',
  't.me/tramnews brings it first',
  'bit.ly/3xYz',
  'youtu.be/dQw4w9WgXcQ',
  'x.com/somebody said so',
  'EXAMPLE.COM has all of it',
  'münchen.de lists the road works',
  'пример.рф рассказывает',
  'пример.com рассказывает',
  '请看example.com谢谢',
  '時刻表はexample.jpにあります',
  'exаmple.com with a Cyrillic letter',
  'exam\u200Bple.com with a zero-width space',
  'ｅｘａｍｐｌｅ．ｃｏｍ',
  'example。com',
  'example.com:8080/x',
  '[the list](example.com/x)',
  '**example.com**',
  'point.md/ro has the news',
  'docs.python.sh.example.org',
  '163.com has mail',
  'open.ai is the other one',
  'discord.gg/abc',
  'xn--mnchen-3ya.de',
]

const none = [
  'Bring something warm, e.g. a scarf.',
  'Bring something warm, i.e. a scarf, a hat etc.',
  'We meet at 10 a.m. and end at 4 p.m. in the yard.',
  'Es gibt Kuchen, z.B. mit Apfel, und u.a. Tee.',
  'The U.S. team, the U.K. team and the E.U. flag.',
  'A talk about node.js, vue.js and three.js.',
  'ASP.NET and VB.NET for beginners, then socket.io.',
  'Version 2.0.1 of the map, v1.2.3-beta.4 of the app.',
  'Python 3.12.io is no release.',
  'Open README.md first, then main.py and install.sh.',
  'The bug is in main.rs, lib.rs and test.pl.',
  'Photos: IMG_2041.jpg, tram.png, plan.pdf, notes.txt, list.csv, archive.zip, clip.mov, song.mp3.',
  'package.json, index.html, tsconfig.json, style.css',
  'src/main.rs and lib/app.io/x are paths',
  'We walked through the park.It is green again.',
  'we walked through the park.it is green again',
  'The lamp is out.Is anybody there?',
  'the lamp is out.is anybody there?',
  'He went home.De winter begint.',
  'Tickets cost 12.50 and 3.5 is the grade.',
  'Built 12.12.1998, renewed 01.02.2020.',
  'Write to anna.berg@example.com about the bench.',
  'Write to info@example.co.uk about the bench.',
  'Follow @tram.news and @example.com@social.example on the way.',
  'Mr.Smith and Dr.No met in St.Gallen.',
  'will.i.am sings tonight.',
  'user.name(x), Math.pi, obj.to_s, console.log(1), System.out.println(2)',
  'Wait...what...no...',
  'So…it is open.And it is warm.',
  'Ph.D.in physics',
  'Line 3.in the morning, line 7.at night.',
  'No.1 in the list, Nr.5 im Haus, vol.2, p.12, pp.3-4',
  'and/or, w/o, 24/7, 1/2, km/h',
  'C:\\Users\\tram.com\\x',
  'a.b.c.d',
  '1.2.3.4',
  'Ratio 16:9, time 10:30, score 3:2.',
  'Hash #tram.open and price $5.me',
  '.com and .org are endings; .net is one too.',
  'The dot-com years.',
  'An address begins with http:// or https://, then comes a name.',
  'The scheme (https://), then "http://", then `http://`.',
  'http://... and https://…',
  'e.V., d.h., bzw., usw.',
  'S.A.R.L., S.p.A., G.m.b.H., Inc.',
  'κ.λπ. και π.χ. εδώ',
  'т.е. и т.д. и т.п.',
  '',
]

const holdsLinkText = (body: string) => holdsLink({ site: 'messages', title: null, body, topics: [], urls: [] })

describe('a link', () => {
  for (const text of links) test(`is found: ${JSON.stringify(text)}`, () => assert.equal(holdsLinkText(text), true))
})

test('every text that a page turns into a link is a link', () => {
  const pieces = fc.constantFrom(
    ...[
      'http://',
      'https://',
      'HTTPS://',
      'x',
      '.',
      'com',
      'é',
      '日',
      '💩',
      ' ',
      '/',
      '(',
      ')',
      '[',
      ']',
      '1',
      '-',
      '_',
      '%',
    ],
    ...['~', '*', '!', '$', '&', '+', ',', ';', ':', '@', '#', '?', '…', '\u00ad', '\u200b', '²', '№'],
  )
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 7 }), parts => {
      const text = parts.join('')
      if (String(prose(text)).includes('<a ')) assert.equal(holdsLinkText(text), true)
    }),
    { numRuns: 20_000, seed: 20261121 },
  )
})

describe('no link', () => {
  for (const text of none)
    test(`no link is found in: ${JSON.stringify(text).slice(0, 90)}`, () => assert.equal(holdsLinkText(text), false))

  test('no link is found in 65,000 repetitions of a piece of a link', () => {
    for (const piece of ['a', 'a.', '-', 'a-', '.', 'www', '://', 'com.', 'é.', '1.'])
      assert.equal(holdsLinkText(piece.repeat(65_000)), false, piece)
  })
})
