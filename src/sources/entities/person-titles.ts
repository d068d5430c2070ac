/** Written before or after an English name, folded, without dots. */
export const ENGLISH_TITLES: ReadonlySet<string> = new Set(
  (
    'mr mrs ms miss mx dr doctor prof professor sir dame lord lady rev reverend hon honorable honourable ' +
    'judge justice ' +
    'capt captain col colonel gen general lt lieutenant sgt maj major adm admiral sen senator rep representative gov ' +
    'governor president chairman chairwoman chairperson minister chancellor ambassador secretary ceo cfo cto coo ' +
    'director fr father sister brother rabbi imam pope king queen prince princess emperor st saint herr ' +
    'frau mme mlle ' +
    'monsieur madame señor senor dipl ing assoc asst associate assistant emeritus rt em cmdr cpl pvt ' +
    'officer detective ' +
    'inspector councillor councilor cllr alderman msgr vicar archbishop bishop cardinal baroness baron ' +
    'count countess duke ' +
    'duchess viscount earl sheikh shri smt hrh don dona dott eng arch'
  ).split(' '),
)
export const DEGREES: ReadonlySet<string> = new Set(
  'phd md mba esq cpa dds dvm jd llm llb msc bsc ma ba dphil frs obe cbe mbe kbe rn facs mp qc kc bs ms mph dsc'.split(
    ' ',
  ),
)
export const GENERATIONS: Readonly<Record<string, string>> = {
  ...{ jr: 'jr', junior: 'jr', sr: 'sr', senior: 'sr', ii: 'ii', iii: 'iii', iv: 'iv', '2nd': 'ii', '3rd': 'iii' },
}

/** Behind a Japanese name: politeness, and what a person does. */
export const JAPANESE_HONORIFICS: readonly string[] = (
  '名誉教授 准教授 特任教授 客員教授 助教授 教授 博士 助教 講師 先生 代表取締役社長 代表取締役会長 代表取締役 取締役 執行役員 ' +
  '副社長 社長 副会長 会長 専務 常務 部長 課長 係長 局長 所長 院長 校長 学長 総長 理事長 理事 室長 次長 店長 支店長 工場長 ' +
  '総理大臣 首相 大統領 大臣 長官 知事 市長 町長 村長 区長 議員 議長 総裁 総理 幹事長 代表 党首 委員長 委員 ' +
  '選手 監督 投手 捕手 コーチ 棋士 名人 九段 八段 七段 竜王 記者 編集長 弁護士 弁理士 税理士 会計士 医師 医長 裁判官 裁判長 検事 判事 ' +
  '容疑者 被告 受刑者 さん さま 様 氏 君 くん ちゃん 殿 師 翁 女史 夫人 夫妻 研究員 主任 主査 監督官 大使 公使 担当者 最高経営責任者 CEO CTO CFO'
).split(' ')
