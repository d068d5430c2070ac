/** Given names that are seldom anything else. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  (
    'Aaron Abigail Adam Adrian Agnes Ahmed Aidan Aiko Aisha Akira Alan Albert Alberto Alejandro ' +
    'Alessandro Alex Alexander ' +
    'Alexandra Alexei Alfred Ali Alice Alison Amanda Amelia Amir Amit Amy Ana Anastasia Andre Andrea ' +
    'Andreas Andrei Andrew ' +
    'Andy Angela Anil Anita Ann Anna Anne Annette Anthony Antoine Anton Antonio Anya Arjun Arnold Arthur ' +
    'Ashley Astrid Atsuko ' +
    'Atsushi Audrey Ava Ayako Aya Barbara Beatrice Ben Benjamin Bernard Beth Bettina Bill Bob Boris ' +
    'Brandon Brenda Brian ' +
    'Bruce Bryan Caleb Cameron Camille Carl Carla Carlos Carmen Carol Caroline Carolyn Catherine Cathy ' +
    'Cecilia Chad Chandra ' +
    'Charles Charlotte Chen Chloe Chris Christian Christina Christine Christoph Christopher Claire Clara ' +
    'Claudia Claus Colin ' +
    'Connor Craig Crystal Cynthia Daichi Daisuke Dale Dan Daniel Daniela Danielle Darren Dave David Dean ' +
    'Deborah Dennis Derek ' +
    'Diana Diane Diego Dieter Dimitri Dmitri Dmitry Dominic Donald Donna Doris Dorothy Douglas Duncan ' +
    'Dylan Earl Eduardo Edward ' +
    'Edwin Eiji Eileen Elaine Elena Eleanor Eli Elias Elizabeth Ella Ellen Emi Emiko Emil Emily Emma ' +
    'Enrique Eric Erica Erik ' +
    'Erika Ernest Esther Ethan Eugene Eva Evan Evelyn Fatima Felix Fernando Fiona Florian Frances ' +
    'Francesca Francesco Francis ' +
    'Francisco Francois François Frank Franz Fred Frederick Friedrich Fumiko Gabriel Gail Gareth Gary ' +
    'Gavin Geoffrey George ' +
    'Gerald Gerard Gerhard Giovanni Giulia Giuseppe Glenn Gloria Gordon Graham Greg Gregory Greta ' +
    'Guillermo Gustav Gustavo ' +
    'Hana Hanako Hannah Hans Harold Haruka Haruki Haruto Harry Harvey Hassan Heather Hector Heidi ' +
    'Heinrich Helen Helena Helga ' +
    'Henrik Henry Herbert Hideki Hideo Hina Hiroki Hiroko Hiroshi Hiroyuki Hisashi Howard Hugh Hugo Ian ' +
    'Ibrahim Ichiro Igor ' +
    'Ines Ingrid Irene Irina Isaac Isabel Isabella Isamu Ivan Jack Jackie Jacob Jacqueline Jacques Jaime ' +
    'James Jamie Jan Jane ' +
    'Janet Janice Jared Jason Javier Jay Jean Jeff Jeffrey Jennifer Jeremy Jerry Jesse Jessica Jesus ' +
    'Jill Jim Jimmy Joan Joanna ' +
    'Joe Joel Johan Johann Johanna Johannes John Jon Jonas Jonathan Jorge Jose José Josef Joseph ' +
    'Josephine Joshua Joyce Juan ' +
    'Juanita Judith Judy Julia Julian Juliana Julie Jun Junichi Junko Jürgen Justin Kaito Kana Karen ' +
    'Karin Karl Kate Katherine ' +
    'Kathleen Kathryn Katie Katrin Katsuya Kazuki Kazuko Kazuo Kazuya Keiko Keisuke Keith Kelly Ken ' +
    'Kenichi Kenji Kenneth Kenta ' +
    'Kento Kevin Khalid Kim Kimberly Kiran Klaus Koichi Koji Kota Kristen Kristin Kurt Kyle Kyoko ' +
    'Lakshmi Lars Laura Lauren ' +
    'Lawrence Leah Lee Lena Leo Leon Leonard Leonardo Leslie Lewis Liam Lillian Linda Lisa Liu Liz ' +
    'Lorenzo Louis Louise Luca ' +
    'Lucas Lucia Lucy Luis Luisa Luke Lydia Lynn Madeleine Mai Maki Makoto Malcolm Manuel Marc Marcel ' +
    'Marco Marcus Margaret ' +
    'Maria María Mariana Marie Mariko Marina Mario Marion Marjorie Mark Markus Marta Martha Martin ' +
    'Marvin Mary Masako Masahiro ' +
    'Masao Masaru Masato Mathias Matteo Matthew Matthias Maureen Maurice Max Maya Megan Megumi Mei ' +
    'Melanie Melissa Meredith Mia ' +
    'Michael Michel Michelle Michiko Miguel Mika Mike Miki Mikhail Minoru Miriam Misaki Mitsuko Miyuki ' +
    'Mohamed Mohammed ' +
    'Muhammad Moira Monica Mustafa Nadia Nancy Naoki Naoko Naomi Natalia Natalie Natasha Nathan Neil ' +
    'Nicholas Nick Nicola ' +
    'Nicolas Nicole Nigel Nikolai Nina Noah Nobuo Nobuyuki Noel Nora Noriko Norman Olga Oliver Olivia ' +
    'Olivier Omar Oscar Oskar ' +
    'Osamu Otto Owen Pablo Pamela Patricia Patrick Paul Paula Pauline Pavel Pedro Peggy Penny Peter ' +
    'Petra Phil Philip Philippe ' +
    'Phillip Pierre Pierpaolo Priya Rachel Rafael Rahul Raj Rajesh Ralph Ramon Randy Raul Ravi Ray ' +
    'Raymond Rebecca Regina Reiko ' +
    'Rei Ren René Rémi Ricardo Richard Rick Riku Rina Rita Robert Roberta Roberto Robin Rodney Roger ' +
    'Roland Ron Ronald Rosa ' +
    'Rosemary Ross Roy Russell Ruth Ryan Ryo Ryota Sabine Sachiko Sakura Sally Sam Samantha Samuel ' +
    'Sandra Sanjay Sara Sarah ' +
    'Satoko Satoru Satoshi Scott Sean Sebastian Sergei Sergey Sergio Seth Shane Shannon Sharon Shaun ' +
    'Shigeru Shin Shinichi ' +
    'Shinji Shinzo Shirley Shiro Shizuka Shota Simon Simone Sofia Soichiro Sonia Sophia Sophie Sota ' +
    'Stacy Stefan Stella Stephanie ' +
    'Stephen Steve Steven Stuart Sue Sumiko Sunil Suresh Susan Susanne Suzanne Sven Sylvia Taichi ' +
    'Takahiro Takashi Takayuki ' +
    'Takeo Takeshi Takuya Tamara Tanya Taro Tatiana Tatsuya Ted Teresa Terry Tetsuya Theodore Theresa ' +
    'Thomas Tiffany Tim Timothy ' +
    'Tina Tobias Todd Tom Tomas Tomoko Toni Tony Toru Toshio Tracy Travis Tsuyoshi Tyler Ulrich Umberto ' +
    'Ursula Valentina Valerie ' +
    'Vanessa Vera Veronica Victor Victoria Vijay Viktor Vincent Viola Virginia Vladimir Wade Walter ' +
    'Wanda Wei Wendy Werner ' +
    'Wilhelm William Willie Wolfgang Xavier Xiao Yasmin Yasuko Yasuo Yoko Yolanda Yoshiko Yoshio ' +
    'Yoshihiro Yosuke Yuichi Yuki ' +
    'Yukiko Yuko Yumi Yumiko Yuri Yusuke Yuta Yuto Yvonne Zachary Zhang Zoe'
  ).split(' '),
)

/** Family names that are seldom places or firms. */
export const FAMILY_NAMES: ReadonlySet<string> = new Set(
  (
    'Smith Johnson Williams Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson ' +
    'Anderson Taylor Moore ' +
    'Jackson Martin Perez Thompson Harris Sanchez Clark Ramirez Robinson Walker Allen Wright Torres ' +
    'Nguyen Flores Adams Nelson ' +
    'Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards ' +
    'Collins Reyes Stewart Morris ' +
    'Morales Murphy Rogers Gutierrez Ortiz Morgan Cooper Peterson Reed Howard Ramos Ward Richardson ' +
    'Watson Chavez Mendoza Ruiz ' +
    'Hughes Alvarez Castillo Sanders Patel Myers Foster Jimenez Powell Jenkins Perry Sullivan Fisher ' +
    'Henderson Coleman Simmons ' +
    'Patterson Hamilton Graham Reynolds Griffin Wallace Hayes Bryant Herrera Gibson Ellis Tran Medina ' +
    'Freeman Wells Webb Simpson ' +
    'Stevens Tucker Porter Hunter Hicks Crawford Henry Boyd Mason Kennedy Warren Dixon Burns Gordon Shaw ' +
    'Holmes Rice Robertson ' +
    'Black Daniels Palmer Mills Nichols Grant Knight Ferguson Hawkins Dunn Perkins Hudson Spencer ' +
    'Gardner Stephens Payne Pierce ' +
    'Matthews Arnold Wagner Watkins Olson Carroll Duncan Snyder Cunningham Bradley Lane Andrews Harper ' +
    'Fox Riley Armstrong ' +
    'Carpenter Weaver Greene Lawrence Elliott Sims Peters Kelley Franklin Lawson Schmidt Müller Meyer ' +
    'Schneider Fischer Weber ' +
    'Becker Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Krüger ' +
    'Hartmann Lange Dubois ' +
    'Durand Leroy Moreau Laurent Lefebvre Bernard Rossi Ferrari Esposito Bianchi Romano Colombo Ricci ' +
    'Marino Greco Bruno Gallo ' +
    'Conti Silva Santos Oliveira Souza Costa Pereira Almeida Ivanov Petrov Smirnov Kuznetsov Popov ' +
    'Sokolov Kowalski Nowak ' +
    'Novak Horvat Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsen Hansen Jensen Nielsen ' +
    'Pedersen Andersen Christensen ' +
    'Singh Kumar Sharma Gupta Khan Ahmed Hussain Chowdhury Rahman Das Reddy Rao Iyer Nair Banerjee ' +
    'Mukherjee Wang Zhang Liu Chen ' +
    'Yang Huang Zhao Zhou Xu Sun Zhu Hu Guo Lin Luo Zheng Liang Xie Tang Kim Park Choi Jung Kang Cho ' +
    'Yoon Jang Lim Sato Suzuki ' +
    'Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki Yamaguchi ' +
    'Matsumoto Inoue Kimura ' +
    'Hayashi Shimizu Yamazaki Mori Abe Ikeda Hashimoto Yamashita Ishikawa Nakajima Maeda Fujita Ogawa ' +
    'Goto Okada Hasegawa ' +
    'Murakami Kondo Ishii Saito Sakamoto Endo Aoki Fujii Nishimura Fukuda Ota Miura Fujiwara Okamoto ' +
    'Matsuda Nakagawa Nakano ' +
    'Harada Ono Tamura Takeuchi Kaneko Wada Nakayama Ishida Ueda Morita Hara Shibata Sakai Kudo Yokoyama ' +
    'Miyazaki Miyamoto ' +
    'Uchida Takagi Ando Taniguchi Ohno Maruyama Imai Takada Fujimoto Takeda Murata Ueno Sugiyama Masuda ' +
    'Sugawara Hirano Kojima ' +
    'Otsuka Chiba Kubo Matsui Iwasaki Sakurai Kinoshita Noguchi Matsuo Nomura Kikuchi Sano Onishi ' +
    'Sugimoto Arai Hamada Ichikawa'
  ).split(' '),
)
