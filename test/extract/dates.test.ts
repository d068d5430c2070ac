import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DayOrder, dateIn, parseDate } from '../../src/extract/dates.ts'
import { dayOrderOf } from '../../src/extract/day-order.ts'

const written: readonly (readonly [string, string | null])[] = [
  ['2024年3月5日（火）', '2024-03-05'],
  ['令和６年３月５日', '2024-03-05'],
  ['令和元年5月1日', '2019-05-01'],
  ['平成元年1月8日', '1989-01-08'],
  ['R6年4月1日', '2024-04-01'],
  ['更新日：R6.3.5', '2024-03-05'],
  ['公開 H31.4.30', '2019-04-30'],
  ['R 4.1.2', null],
  ['Released in R4.1.2', null],
  ['令和6.3.5', '2024-03-05'],
  ['令和六年十二月二十五日', '2024-12-25'],
  ['二〇二四年三月五日', '2024-03-05'],
  ['昭和五十年三月十日', '1975-03-10'],
  ['民國108年11月20日', '2019-11-20'],
  ['2024/03/05 10:15', '2024-03-05'],
  ['March 5, 2024', '2024-03-05'],
  ['Tue., Mar. 5th 2024, 8:30 am ET', '2024-03-05'],
  ['5 Sept. 2023', '2023-09-05'],
  ['18-Nov-2019', '2019-11-18'],
  ['5-Mar-24', '2024-03-05'],
  ['20240305', '2024-03-05'],
  ['05.03.2024', '2024-03-05'],
  ['3/25/24', '2024-03-25'],
  ['25. März 2024', '2024-03-25'],
  ['le 1er février 2024', '2024-02-01'],
  ['12 de octubre de 2023', '2023-10-12'],
  ['7 de março de 2022', '2022-03-07'],
  ['3 agosto 2021', '2021-08-03'],
  ['24 сентября 2023 г.', '2023-09-24'],
  ['10 листопада 2023', '2023-11-10'],
  ['9 października 2022', '2022-10-09'],
  ['2023. október 5.', '2023-10-05'],
  ['2023 m. kovo 5 d.', '2023-03-05'],
  ['5 Μαρτίου 2024', '2024-03-05'],
  ['7 Şubat 2021', '2021-02-07'],
  ['30 Maret 2022', '2022-03-30'],
  ['2018년 8월 25일', '2018-08-25'],
  ['٢٠ نوفمبر ٢٠٢٢', '2022-11-20'],
  ['18 בנובמבר 2021', '2021-11-18'],
  ['5 เมษายน 2561', '2018-04-05'],
  ['ngày 5 tháng 4 năm 2018', '2018-04-05'],
  ['12 people in 2019, and again on 5 May 2020', '2020-05-05'],
  ['2024-13-45', null],
  ['version v10.29.19', null],
  ['about 2000 people', null],
]

for (const [text, expected] of written) {
  test(`REQ 3.3.3: the date of "${text}"`, () => {
    assert.equal(dateIn(text), expected)
  })
}

const moments: readonly (readonly [string, string | null])[] = [
  ['2024-04-01T08:00+09:00', '2024-04-01T08:00:00+09:00'],
  ['2024-03-05T09:30:00+0900', '2024-03-05T09:30:00+09:00'],
  ['2024-03-05T09:30:00.123Z', '2024-03-05T09:30:00.000Z'],
  ['2024-03-05T09:30:00+00:00', '2024-03-05T09:30:00.000Z'],
  ['2024-03-05 09:30:00', '2024-03-05'],
  ['Tue, 05 Mar 2024 23:30:00 -0500', '2024-03-05'],
  ['20240305T093000Z', '2024-03-05T09:30:00.000Z'],
  ['20240305T0930+0900', '2024-03-05T09:30:00+09:00'],
  ['1709600400', '2024-03-05T01:00:00.000Z'],
  ['2024-03-05', '2024-03-05'],
  ['  ', null],
]

for (const [value, expected] of moments) {
  test(`REQ 3.3.3: the written day and its zone are kept: "${value}"`, () => {
    assert.equal(parseDate(value), expected)
  })
}

const orders: readonly (readonly [string | null, string, DayOrder])[] = [
  ['en-US', 'https://news.example.com/', 'month-first'],
  ['en', 'https://news.example.com/', 'month-first'],
  ['en-GB', 'https://news.example.com/', 'day-first'],
  ['en', 'https://news.example.co.uk/', 'day-first'],
  ['pt-BR', 'https://news.example.com/', 'day-first'],
  [null, 'https://news.example.fr/', 'day-first'],
]

for (const [language, url, expected] of orders) {
  test(`dates: a page in ${language} at ${url} writes the ${expected.replace('-', ' ')}`, () => {
    assert.equal(dayOrderOf(language, url), expected)
    assert.equal(dateIn('03/04/2024', expected), { 'day-first': '2024-04-03', 'month-first': '2024-03-04' }[expected])
  })
}
